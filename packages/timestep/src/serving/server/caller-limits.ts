/** Request limits for each caller. Without a limit, requests are not limited. */
export interface CallerLimits {
  /** Requests per minute. After a minute without requests, this many may come in one burst. */
  readonly requestsPerMinute?: number;
  /** Maximum concurrent requests. A streaming request counts until the stream ends. */
  readonly requestsAtOnce?: number;
}

/**
 * The decision about a request: it is accepted and counts as running until `end`, or it is
 * rejected.
 */
export type CountedRequest =
  | {
      readonly ok: true;
      readonly headers: RateHeaders;
      readonly end: () => void;
      /** Ends the request and does not count it, because it was forwarded and is counted there. */
      readonly undo: () => void;
    }
  | { readonly ok: false; readonly headers: RateHeaders; readonly message: string };

/** Rate limit headers of a response. */
type RateHeaders = Readonly<Record<string, string>>;

/** Counts the requests of each caller. */
export interface CallerCounter {
  take(caller: string): CountedRequest;
}

/** Remaining requests of one caller. `left` can be a fraction. */
interface CallerAccount {
  readonly left: number;
  /** When `left` was computed, in milliseconds. */
  readonly at: number;
  readonly underWay: number;
}

const MINUTE = 60_000;
/** Tolerance for rounding errors when fractions of requests are added. */
const ROUNDING = 1e-9;
/**
 * Maximum callers to remember. Beyond it, the caller that has been idle longest is forgotten first.
 */
const MOST_CALLERS = 10_000;

/**
 * Counts the requests of each caller in this process. Rejected requests do not count. A caller that
 * was idle for a minute is forgotten, because its full limit is available again.
 */
export function createCallerCounter(limits: CallerLimits, now: () => number): CallerCounter {
  // Accounts by caller, least recently used first.
  const accounts = new Map<string, CallerAccount>();

  function forgetIdleCallers(at: number): void {
    for (const [caller, account] of accounts) {
      if (accounts.size <= MOST_CALLERS && at - account.at < MINUTE) return;
      if (account.underWay === 0) accounts.delete(caller);
      else if (accounts.size <= MOST_CALLERS) return;
    }
  }

  function refundRequests(caller: string, requests: number): void {
    const account = accounts.get(caller);
    if (!account) return;
    const { left, underWay, at } = account;
    accounts.set(caller, { left: left + requests, underWay: underWay - 1, at });
  }

  return {
    take(caller) {
      const at = now();
      const before = accounts.get(caller) ?? createFullAccount(limits, at);
      const left = computeRemaining(before, limits, at);
      const message = findRefusal({ ...before, left, at }, limits);
      const rest = message === undefined ? left - 1 : left;
      const headers = buildRateHeaders(rest, limits);
      if (message !== undefined) {
        return {
          ok: false,
          message,
          headers: { ...headers, 'retry-after': getWaitSeconds(left, limits) },
        };
      }
      accounts.delete(caller);
      accounts.set(caller, { left: rest, at, underWay: before.underWay + 1 });
      forgetIdleCallers(at);
      let isOver = false;
      const over = (requests: number): void => {
        if (!isOver) refundRequests(caller, requests);
        isOver = true;
      };
      return { ok: true, headers, end: () => over(0), undo: () => over(1) };
    },
  };
}

function createFullAccount(
  { requestsPerMinute = Infinity }: CallerLimits,
  at: number,
): CallerAccount {
  return { left: requestsPerMinute, at, underWay: 0 };
}

function computeRemaining(
  account: CallerAccount,
  { requestsPerMinute }: CallerLimits,
  at: number,
): number {
  if (requestsPerMinute === undefined) return Infinity;
  const since = (Math.max(0, at - account.at) * requestsPerMinute) / MINUTE;
  return Math.min(requestsPerMinute, account.left + since);
}

function findRefusal(
  { left, underWay }: CallerAccount,
  { requestsPerMinute, requestsAtOnce = Infinity }: CallerLimits,
): string | undefined {
  if (underWay >= requestsAtOnce) {
    return `you have ${requestsAtOnce} concurrent requests, your maximum: wait until one ends`;
  }
  if (left >= 1 - ROUNDING) return undefined;
  return `you may send ${requestsPerMinute} requests per minute: try again later`;
}

/** Returns the whole seconds until one more request is allowed. */
function getWaitSeconds(left: number, { requestsPerMinute = Infinity }: CallerLimits): string {
  const missing = Math.max(0, 1 - left);
  return String(Math.max(1, Math.ceil((missing * MINUTE) / requestsPerMinute / 1000)));
}

function buildRateHeaders(left: number, { requestsPerMinute }: CallerLimits): RateHeaders {
  if (requestsPerMinute === undefined) return {};
  const untilFull = ((requestsPerMinute - left) * MINUTE) / requestsPerMinute / 1000;
  return {
    'x-ratelimit-limit-requests': String(requestsPerMinute),
    'x-ratelimit-remaining-requests': String(Math.max(0, Math.floor(left + ROUNDING))),
    'x-ratelimit-reset-requests': `${Math.ceil(untilFull)}s`,
  };
}
