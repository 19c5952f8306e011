import { TimestepError } from '../../core/index.ts';

export type ResponseStoreErrorCode =
  | 'not-ours'
  | 'newer-version'
  | 'cannot-open'
  | 'failed'
  | 'principal-full'
  | 'full';

/** Responses cannot be kept as asked; `message` says what to do. */
export class ResponseStoreError extends TimestepError {
  declare readonly code: ResponseStoreErrorCode;
}

/** Why a response may not begin: those that have not ended are never dropped to make room. */
export function tooMuchUnfinished(of: 'principal' | 'all'): ResponseStoreError {
  return of === 'principal'
    ? new ResponseStoreError(
        'principal-full',
        'too many of your responses are unfinished: wait for some to end, or cancel or delete them',
      )
    : new ResponseStoreError('full', 'too many responses are unfinished: try again later');
}
