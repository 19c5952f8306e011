import { TimestepError } from '../core/index.ts';

export type ResponseStoreErrorCode = 'failed' | 'principal-full' | 'full';

/** Responses cannot be kept as asked; `message` says what to do. */
export class ResponseStoreError extends TimestepError {
  declare readonly code: ResponseStoreErrorCode;
}
