import { TimestepError } from '../core/index.ts';

export type EvalErrorCode =
  | 'bad-task'
  | 'bad-tasks-file'
  | 'bad-trace'
  | 'bad-grader'
  | 'bad-agent'
  | 'bad-environment'
  | 'bad-run'
  | 'run-exists'
  | 'incomparable'
  | 'replay-missing';

/** A suite, a run or a grader cannot be used as asked; `message` says where and what to do. */
export class EvalError extends TimestepError {
  declare readonly code: EvalErrorCode;
}
