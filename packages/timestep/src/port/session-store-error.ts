import { TimestepError } from '../core/index.ts';

/**
 * Why a session cannot be changed or read: another process or request has changed it meanwhile, its log would not
 * start as it must, the page token is unknown, or the store failed.
 */
export type SessionStoreErrorCode = 'conflict' | 'not-opened' | 'bad-page-token' | 'failed';

/** A session cannot be changed or read; `message` says what to do. */
export class SessionStoreError extends TimestepError {
  declare readonly code: SessionStoreErrorCode;
}
