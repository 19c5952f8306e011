import { TimestepError } from '../core/index.ts';

/** Error codes for suites, runs and reports. */
export type EvalErrorCode =
  | 'bad-task'
  | 'bad-tasks-file'
  | 'bad-trace'
  | 'bad-grader'
  | 'bad-agent'
  | 'bad-environment'
  | 'bad-run'
  | 'run-exists'
  /** Another process is writing to the run's folder. */
  | 'run-in-use'
  /** The system refused to write a file. The message contains its reason. */
  | 'cannot-write'
  | 'incomparable'
  | 'replay-missing';

/**
 * Thrown if a suite, a run or a grader cannot be used. `message` says where the problem is and what
 * to do.
 */
export class EvalError extends TimestepError {
  declare readonly code: EvalErrorCode;
}
