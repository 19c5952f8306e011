import { TimestepError } from '../../../core/index.ts';

/** `conflict`: changed concurrently. `not-opened`: its log would not start correctly. */
export type SessionStoreErrorCode = 'conflict' | 'not-opened' | 'bad-page-token' | 'failed';

/** Thrown when a session cannot be changed or read. `message` says what to do. */
export class SessionStoreError extends TimestepError {
  declare readonly code: SessionStoreErrorCode;
}
