import { TimestepError } from '../core/index.ts';

/**
 * Why a response cannot be kept: the store failed, or has no room left for this principal or for
 * any.
 */
export type ResponseStoreErrorCode = 'failed' | 'principal-full' | 'full';

/** A response cannot be kept or read; `message` says what to do. */
export class ResponseStoreError extends TimestepError {
  declare readonly code: ResponseStoreErrorCode;
}
