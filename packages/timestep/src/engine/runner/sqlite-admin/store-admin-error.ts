import { TimestepError } from '#core';

/** Reason why an operator command on stored tasks was refused. */
export type StoreAdminErrorCode =
  | 'no-database'
  | 'older-version'
  | 'task-not-found'
  | 'task-ended'
  | 'task-changed'
  | 'task-at-work'
  | 'task-waits'
  | 'not-accepted'
  | 'file-exists'
  | 'no-folder'
  | 'bad-copy';

/** Thrown when a command cannot be executed. Nothing was changed; `message` says what to do. */
export class StoreAdminError extends TimestepError {
  declare readonly code: StoreAdminErrorCode;
}
