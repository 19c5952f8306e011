import { TimestepError } from '../../core/index.ts';

/**
 * Why a session cannot be changed or read: it was changed concurrently, its log would not start
 * correctly, the page token is unknown, or the store failed.
 */
export type SessionStoreErrorCode = 'conflict' | 'not-opened' | 'bad-page-token' | 'failed';

/** Thrown when a session cannot be changed or read. `message` says what to do. */
export class SessionStoreError extends TimestepError {
  declare readonly code: SessionStoreErrorCode;
}
