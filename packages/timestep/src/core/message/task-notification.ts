import type { Spending } from '../task/budget.ts';
import { isJsonObject, type JsonObject } from '../data/json.ts';

/** Notification that another agent's task ended or needs input after the call to that agent had returned. */
export interface TaskNotification {
  readonly task_id: string;
  readonly agent: string;
  readonly spent?: Spending;
}

/** Task metadata key that counts the consecutive turns started by notifications. */
export const NOTIFICATION_TURNS_META = 'dev.timestep/arrivals';

/** Counts the consecutive turns started by notifications, including this turn. */
export function getNotificationTurnCount(metadata: unknown): number {
  const count = isJsonObject(metadata) ? metadata[NOTIFICATION_TURNS_META] : undefined;
  return typeof count === 'number' && Number.isInteger(count) && count > 0 ? count : 0;
}

const NOTIFICATION_META = 'dev.timestep/arrival';

/** Builds the metadata that clients receive with a notification, in addition to its text. */
export function buildNotificationMetadata({ task_id, agent }: TaskNotification): JsonObject {
  return { [NOTIFICATION_META]: { task_id, agent } };
}
