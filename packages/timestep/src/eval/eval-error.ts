import { TimestepError } from '../core/index.ts';

/** What can go wrong with a suite, a run or a report. */
export type EvalErrorCode =
  | 'bad-task'
  | 'bad-tasks-file'
  | 'bad-trace'
  | 'bad-grader'
  | 'bad-agent'
  | 'bad-environment'
  | 'bad-run'
  | 'run-exists'
  /** Another process runs into the same folder. */
  | 'run-in-use'
  /** The system refuses to write a file; its reason is in the message. */
  | 'cannot-write'
  | 'incomparable'
  | 'replay-missing';

/** A suite, a run or a grader cannot be used as asked; `message` says where and what to do. */
export class EvalError extends TimestepError {
  declare readonly code: EvalErrorCode;
}
