import { ResponseStoreError, type Clock } from '../port/index.ts';

/** How much room responses may take, and how long they stay after their last use. */
export interface ResponseStoreOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** Responses kept at most. Default 20 000. */
  readonly maxEntries?: number;
  /** Characters of JSON kept at most, which bounds memory. Default 256 Mi. */
  readonly maxSize?: number;
  /** Responses kept of one principal at most. Default 10 000. */
  readonly maxEntriesPerPrincipal?: number;
  /** Characters of JSON kept of one principal at most. Default half of the default of `maxSize`. */
  readonly maxSizePerPrincipal?: number;
  /** How long an ended response is kept after its last use. Default one day. */
  readonly ttlMs?: number;
}

/** A number of responses, and the characters of JSON that they take. */
export interface Amount {
  readonly entries: number;
  readonly size: number;
}

export interface ResponseBounds {
  readonly total: Amount;
  readonly perPrincipal: Amount;
  readonly ttlMs: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_ENTRIES = 20_000;

/** Fills in defaults; by default one principal has no more than half. */
export function boundsOf(options: ResponseStoreOptions, defaultSize: number): ResponseBounds {
  const { maxEntries = DEFAULT_ENTRIES, maxSize = defaultSize, ttlMs = DAY_MS } = options;
  const { maxEntriesPerPrincipal = DEFAULT_ENTRIES / 2 } = options;
  const { maxSizePerPrincipal = defaultSize / 2 } = options;
  return {
    total: { entries: maxEntries, size: maxSize },
    perPrincipal: { entries: maxEntriesPerPrincipal, size: maxSizePerPrincipal },
    ttlMs,
  };
}

export function exceeds(amount: Amount, most: Amount): boolean {
  return amount.entries > most.entries || amount.size > most.size;
}

/** The reason why a response may not begin: unfinished responses are not dropped to make room. */
export function tooMuchUnfinished(of: 'principal' | 'all'): ResponseStoreError {
  return of === 'principal'
    ? new ResponseStoreError(
        'principal-full',
        'too many of your responses are unfinished: wait for some to end, or cancel or delete them',
      )
    : new ResponseStoreError('full', 'too many responses are unfinished: try again later');
}
