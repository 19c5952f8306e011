import { TimestepError } from '../../core/index.ts';

/** Why a command about stored tasks was refused. */
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

/** A command on a database cannot be done; nothing has changed, and `message` says what to do. */
export class StoreAdminError extends TimestepError {
  declare readonly code: StoreAdminErrorCode;
}
