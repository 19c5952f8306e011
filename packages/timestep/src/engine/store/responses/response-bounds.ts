import { ResponseStoreError, type Clock } from '#engine/port';

/** Limits on stored responses, and how long they are retained. */
export interface ResponseStoreOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** Maximum number of responses. Default: 20,000. */
  readonly maxEntries?: number;
  /** Maximum total size in characters of JSON. Default 256 Mi in memory. */
  readonly maxSize?: number;
  /** Maximum number of responses of one principal. Default: 10,000. */
  readonly maxEntriesPerPrincipal?: number;
  /** Maximum size per principal in characters of JSON. Default: half the default of `maxSize`. */
  readonly maxSizePerPrincipal?: number;
  /** Milliseconds that an ended response is kept after its last use. Default one day. */
  readonly ttlMs?: number;
}

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

/** Fills in the default limits. One principal may use half of the total. */
export function toResponseBoundsWithDefaults(
  options: ResponseStoreOptions,
  defaultSize: number,
): ResponseBounds {
  const { maxEntries = DEFAULT_ENTRIES, maxSize = defaultSize, ttlMs = DAY_MS } = options;
  const { maxEntriesPerPrincipal = DEFAULT_ENTRIES / 2 } = options;
  const { maxSizePerPrincipal = defaultSize / 2 } = options;
  return {
    total: { entries: maxEntries, size: maxSize },
    perPrincipal: { entries: maxEntriesPerPrincipal, size: maxSizePerPrincipal },
    ttlMs,
  };
}

export function exceedsLimit(amount: Amount, limit: Amount): boolean {
  return amount.entries > limit.entries || amount.size > limit.size;
}

/** Creates the error for too many unfinished responses, which are never dropped to make room. */
export function createTooManyUnfinishedError(scope: 'principal' | 'all'): ResponseStoreError {
  return scope === 'principal'
    ? new ResponseStoreError(
        'principal-full',
        'too many of your responses are unfinished: wait for some to end, or cancel or delete them',
      )
    : new ResponseStoreError(
        'full',
        'the server has too many unfinished responses: try again later',
      );
}
