import { TimestepError } from '../core/index.ts';

/** Why a file cannot be kept or read: the store failed, or has no room left for this principal or for any. */
export type FileStoreErrorCode = 'failed' | 'principal-full' | 'full';

/** A file cannot be kept or read; `message` says what to do. */
export class FileStoreError extends TimestepError {
  declare readonly code: FileStoreErrorCode;
}
