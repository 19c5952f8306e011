import { apply, type Task } from '#core';
import type { Runner } from './runner.ts';

/** Loads a task as it was at a generation (from 1). Returns the current task if the generation is later. */
export async function loadTaskAtGeneration(
  runner: Runner,
  current: Task,
  generation: number,
): Promise<Task> {
  if (generation >= current.generation) return current;
  const leave = new AbortController();
  let task: Task | undefined;
  try {
    for await (const update of runner.subscribe(current.id, 0, leave.signal)) {
      if (update.kind === 'event') task = apply(task, update.event);
      if (task && task.generation >= generation) return task;
    }
    return current;
  } finally {
    leave.abort();
  }
}
