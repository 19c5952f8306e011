import type { Task } from '../../core/index.ts';
import { followUpdates, type Runner, type Step, type TaskUpdate } from '../../port/index.ts';

/**
 * Follows a task by its log alone. Previews of a reply are left out, so that every reader receives
 * the same, now or later: each reply as a whole.
 */
export function loggedSteps(runner: Runner, from: Task, signal: AbortSignal): AsyncGenerator<Step> {
  return followUpdates(eventsIn(runner.updates(from.id, from.generation, signal)), from);
}

async function* eventsIn(updates: AsyncIterable<TaskUpdate>): AsyncGenerator<TaskUpdate> {
  for await (const update of updates) if (update.kind === 'event') yield update;
}
