import type { Spending } from './budget.ts';
import { isJsonObject, type JsonObject } from './json.ts';

/**
 * Says that a message is what became of the task of another agent, after the call that began it had returned.
 * Such a message answers no question and decides about no call.
 */
export interface Arrival {
  /** The task that it is about. */
  readonly task_id: string;
  readonly agent: string;
  /** What that task has used, with those below it. */
  readonly spent?: Spending;
}

/** The key of a task's metadata that says how many turns in a row arrivals have begun. */
export const ARRIVALS_META = 'dev.timestep/arrivals';

/** How many turns in a row arrivals have begun, up to this one; 0 for the task of a person's message. */
export function arrivalsOf(metadata: unknown): number {
  const count = isJsonObject(metadata) ? metadata[ARRIVALS_META] : undefined;
  return typeof count === 'number' && Number.isInteger(count) && count > 0 ? count : 0;
}

/** The key of a message's metadata that names the agent and the task it comes from. */
const ARRIVAL_META = 'dev.timestep/arrival';

/** What clients read of an arrival beside its words. */
export function arrivalMetadata({ task_id, agent }: Arrival): JsonObject {
  return { [ARRIVAL_META]: { task_id, agent } };
}
