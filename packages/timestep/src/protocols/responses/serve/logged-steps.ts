import type { Task } from '../../../core/index.ts';
import {
  foldUpdates,
  type Runner,
  type TaskStep,
  type TaskUpdate,
} from '../../../engine/port/index.ts';

/** Yields steps without deltas, so that every reader receives the same steps at any time. */
export function readStepsFromLog(
  runner: Runner,
  from: Task,
  signal: AbortSignal,
): AsyncGenerator<TaskStep> {
  return foldUpdates(filterEvents(runner.subscribe(from.id, from.generation, signal)), from);
}

async function* filterEvents(updates: AsyncIterable<TaskUpdate>): AsyncGenerator<TaskUpdate> {
  for await (const update of updates) if (update.kind === 'event') yield update;
}
