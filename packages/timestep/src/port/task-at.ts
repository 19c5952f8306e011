import { apply, type Task } from '../core/index.ts';
import type { Runner } from './runner.ts';

/**
 * A task as it was at a generation, folded from the beginning of its log. A generation that the
 * task has not reached gives the task as it is now; one below 1 gives the first.
 */
export async function taskAt(runner: Runner, now: Task, generation: number): Promise<Task> {
  if (generation >= now.generation) return now;
  const leave = new AbortController();
  let task: Task | undefined;
  try {
    for await (const update of runner.updates(now.id, 0, leave.signal)) {
      if (update.kind === 'event') task = apply(task, update.event);
      if (task && task.generation >= generation) return task;
    }
    return now;
  } finally {
    leave.abort();
  }
}
