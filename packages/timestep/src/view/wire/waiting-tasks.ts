import type { TaskLine } from './tasks.ts';

/** What waits for a person. */
export interface WaitingTasks {
  /** Those that have waited longest, the oldest first. */
  readonly tasks: readonly TaskLine[];
  /** All that wait. */
  readonly total: number;
}
