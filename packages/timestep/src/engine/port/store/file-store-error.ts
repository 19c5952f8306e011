import { TimestepError } from '../../../core/index.ts';

/** Why a file cannot be stored or read. `full`: for all principals. */
export type FileStoreErrorCode = 'failed' | 'principal-full' | 'full';

/** Thrown when a file cannot be stored or read. `message` says what to do. */
export class FileStoreError extends TimestepError {
  declare readonly code: FileStoreErrorCode;
}
