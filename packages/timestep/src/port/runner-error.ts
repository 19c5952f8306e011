import { TimestepError, type RefusalCode } from '../core/index.ts';

/** Why a runner refuses a submission or query. */
export type RunnerErrorCode =
  | RefusalCode
  | 'task-not-found'
  | 'unknown-agent'
  | 'duplicate-message'
  | 'bad-page-token'
  | 'busy-elsewhere'
  | 'store-failed'
  | 'unavailable'
  | 'too-many-tasks'
  | 'closed';

/**
 * A submission or query that a runner refuses. Nothing has changed when it is thrown, except with
 * `unavailable`: the message is kept and may be taken later; sending it again is safe.
 */
export class RunnerError extends TimestepError {
  declare readonly code: RunnerErrorCode;
}
