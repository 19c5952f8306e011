import { TimestepError } from '../../../core/index.ts';

/** Why a response cannot be stored. `full`: for all principals. */
export type ResponseStoreErrorCode = 'failed' | 'principal-full' | 'full';

/** Thrown when a response cannot be stored or read. `message` says what to do. */
export class ResponseStoreError extends TimestepError {
  declare readonly code: ResponseStoreErrorCode;
}
