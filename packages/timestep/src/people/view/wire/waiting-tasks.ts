import type { TaskSummary } from './tasks.ts';

export interface WaitingTasks {
  /** The tasks with the longest waiting time, oldest first. */
  readonly tasks: readonly TaskSummary[];
  readonly total: number;
}
