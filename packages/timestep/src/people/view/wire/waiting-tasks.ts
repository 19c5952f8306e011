import type { TaskSummary } from './tasks.ts';

/** Tasks that wait for the user. */
export interface WaitingTasks {
  /** The tasks with the longest waiting time, oldest first. */
  readonly tasks: readonly TaskSummary[];
  readonly total: number;
}
