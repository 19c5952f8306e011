import { getErrorMessage } from '../eval-error.ts';
import type { SuiteTask } from '../suite-task.ts';
import { EMPTY_EPISODE_INFO, type Trial } from '../trial.ts';
import { buildTrialRow } from './trial-row.ts';

export function formatEnvironmentError(problem: string, thrown: unknown): string {
  return `the environment ${problem}: ${getErrorMessage(thrown)}`;
}

export interface StartedTrial {
  readonly task: SuiteTask;
  readonly trial: number;
  readonly seed: number;
  readonly startedAt: string;
}

/** Creates the record of a trial that did not run because its environment could not be created. */
export function createErroredTrial(
  { task, trial, seed, startedAt }: StartedTrial,
  error: string,
): Trial {
  const { messages } = task;
  const info = { ...EMPTY_EPISODE_INFO, task_id: task.id, trial, seed };
  const nothing = { grades: [], verdict: 'failed', score: 0 } as const;
  const row = { ...buildTrialRow(info, nothing, startedAt, 0), messages };
  return withEnvironmentError({ task, row, messages, toolIndex: [] }, error);
}

/** Marks a trial as errored because its environment failed, so that its result is unknown. */
export function withEnvironmentError(trial: Trial, failure: string): Trial {
  const { row } = trial;
  const isFirst = row.broken_by === undefined || row.error === null;
  return {
    ...trial,
    row: {
      ...row,
      verdict: 'error',
      passed: false,
      score: 0,
      broken_by: isFirst ? 'environment' : row.broken_by,
      error: row.error === null ? failure : `${row.error}; ${failure}`,
    },
  };
}
