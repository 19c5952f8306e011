import type { Spending } from '../task/budget.ts';
import { isJsonObject, type JsonObject } from '../data/json.ts';

/**
 * Notification that another agent's task ended or needs input, after the call that started the task
 * had returned. The message answers no question and decides no approval.
 */
export interface TaskNotification {
  /** Id of the task that the notification is about. */
  readonly task_id: string;
  readonly agent: string;
  /** Spending of that task, including the tasks below it. */
  readonly spent?: Spending;
}

/** Task metadata key that counts the consecutive turns started by notifications. */
export const NOTIFICATION_TURNS_META = 'dev.timestep/arrivals';

/**
 * Returns the number of consecutive turns started by notifications, including this turn. 0 for a
 * task that a user's message started.
 */
export function countNotificationTurns(metadata: unknown): number {
  const count = isJsonObject(metadata) ? metadata[NOTIFICATION_TURNS_META] : undefined;
  return typeof count === 'number' && Number.isInteger(count) && count > 0 ? count : 0;
}

/** Message metadata key that names the sending agent and task. */
const NOTIFICATION_META = 'dev.timestep/arrival';

/** Builds the metadata that clients receive with a notification, in addition to its text. */
export function buildNotificationMetadata({ task_id, agent }: TaskNotification): JsonObject {
  return { [NOTIFICATION_META]: { task_id, agent } };
}
