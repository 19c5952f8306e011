import type { SuiteTask } from '../suite-task.ts';
import type { Trial } from '../trial.ts';
import { rowOf } from './trial-row.ts';

/** The failure of an environment, with the reason. */
export function environmentFailure(what: string, thrown: unknown): string {
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  return `the environment ${what}: ${why}`;
}

interface Begun {
  readonly task: SuiteTask;
  readonly trial: number;
  readonly seed: number;
  readonly startedAt: string;
}

/** A trial in which nothing was done, because its environment could not be made. */
export function brokenTrial({ task, trial, seed, startedAt }: Begun, error: string): Trial {
  const { messages } = task;
  const info = {
    task_id: task.id,
    trial,
    seed,
    steps: 0,
    tool_calls: 0,
    duration_s: 0,
    terminated_reason: 'error',
    error: null,
    input_tokens: 0,
    output_tokens: 0,
    total_tokens: 0,
    cost_usd: 0,
  } as const;
  const nothing = { grades: [], verdict: 'failed', score: 0 } as const;
  const row = { ...rowOf(info, nothing, startedAt, 0), messages };
  return withFailure({ task, row, messages, toolIndex: [] }, error);
}

/** A trial whose environment failed, so that its result is not known. */
export function withFailure(trial: Trial, failure: string): Trial {
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
