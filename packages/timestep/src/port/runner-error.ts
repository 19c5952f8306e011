import { TimestepError, type RefusalCode } from '../core/index.ts';

export type RunnerErrorCode =
  | RefusalCode
  | 'task-not-found'
  | 'unknown-agent'
  | 'duplicate-message'
  | 'bad-page-token'
  | 'busy-elsewhere'
  | 'store-failed'
  | 'closed';

/** A submission or query that a runner refuses. Nothing has changed when it is thrown. */
export class RunnerError extends TimestepError {
  declare readonly code: RunnerErrorCode;
}
