/** How much one caller may ask of a server; absent: as much as it likes. */
export interface CallerLimits {
  /** Requests in a minute. As many may come at once after a minute without any. */
  readonly requestsPerMinute?: number;
  /** Requests that are answered at a time, streams until they end. */
  readonly requestsAtOnce?: number;
}

/** What became of a request: it is answered, until `end`, or refused. */
export type TakenRequest =
  | {
      readonly ok: true;
      readonly headers: RateHeaders;
      readonly end: () => void;
      /** Ends it as if it had not been sent, because it is counted where it is handed on to. */
      readonly undo: () => void;
    }
  | { readonly ok: false; readonly headers: RateHeaders; readonly message: string };

/** What answers say about the limits of their callers. */
type RateHeaders = Readonly<Record<string, string>>;

/** Counts the requests of callers. */
export interface CountCallers {
  take(caller: string): TakenRequest;
}

/** What one caller has left. `left` may be a part of a request. */
interface Account {
  readonly left: number;
  /** When `left` was counted, in milliseconds. */
  readonly at: number;
  readonly underWay: number;
}

const MINUTE = 60_000;
/** So much of a request may be lost in counting parts of it. */
const ROUNDING = 1e-9;
/** Where more callers than that ask within a minute, those of whom nothing was heard for the longest are forgotten. */
const MOST_CALLERS = 10_000;

/**
 * Counts requests by caller, in this process. A refused request counts as none. A caller that was away for a
 * minute is forgotten, because it has everything again.
 */
export function countCallers(limits: CallerLimits, now: () => number): CountCallers {
  // In the order of the last request.
  const accounts = new Map<string, Account>();

  function forget(at: number): void {
    for (const [caller, account] of accounts) {
      if (accounts.size <= MOST_CALLERS && at - account.at < MINUTE) return;
      if (account.underWay === 0) accounts.delete(caller);
      else if (accounts.size <= MOST_CALLERS) return;
    }
  }

  function giveBack(caller: string, requests: number): void {
    const account = accounts.get(caller);
    if (!account) return;
    const { left, underWay, at } = account;
    accounts.set(caller, { left: left + requests, underWay: underWay - 1, at });
  }

  return {
    take(caller) {
      const at = now();
      const before = accounts.get(caller) ?? fullAccount(limits, at);
      const left = leftAt(before, limits, at);
      const message = refusalOf({ ...before, left, at }, limits);
      const rest = message === undefined ? left - 1 : left;
      const headers = headersOf(rest, limits);
      if (message !== undefined) {
        return { ok: false, message, headers: { ...headers, 'retry-after': waitOf(left, limits) } };
      }
      accounts.delete(caller);
      accounts.set(caller, { left: rest, at, underWay: before.underWay + 1 });
      forget(at);
      let isOver = false;
      const over = (requests: number): void => {
        if (!isOver) giveBack(caller, requests);
        isOver = true;
      };
      return { ok: true, headers, end: () => over(0), undo: () => over(1) };
    },
  };
}

function fullAccount({ requestsPerMinute = Infinity }: CallerLimits, at: number): Account {
  return { left: requestsPerMinute, at, underWay: 0 };
}

function leftAt(account: Account, { requestsPerMinute }: CallerLimits, at: number): number {
  if (requestsPerMinute === undefined) return Infinity;
  const since = (Math.max(0, at - account.at) * requestsPerMinute) / MINUTE;
  return Math.min(requestsPerMinute, account.left + since);
}

function refusalOf(
  { left, underWay }: Account,
  { requestsPerMinute, requestsAtOnce = Infinity }: CallerLimits,
): string | undefined {
  if (underWay >= requestsAtOnce) {
    return `you have ${requestsAtOnce} requests under way, which is all that you may have: wait for one to end`;
  }
  if (left >= 1 - ROUNDING) return undefined;
  return `you may send ${requestsPerMinute} requests in a minute: send this one again later`;
}

/** Whole seconds until there is room for one more request. */
function waitOf(left: number, { requestsPerMinute = Infinity }: CallerLimits): string {
  const missing = Math.max(0, 1 - left);
  return String(Math.max(1, Math.ceil((missing * MINUTE) / requestsPerMinute / 1000)));
}

function headersOf(left: number, { requestsPerMinute }: CallerLimits): RateHeaders {
  if (requestsPerMinute === undefined) return {};
  const untilFull = ((requestsPerMinute - left) * MINUTE) / requestsPerMinute / 1000;
  return {
    'x-ratelimit-limit-requests': String(requestsPerMinute),
    'x-ratelimit-remaining-requests': String(Math.max(0, Math.floor(left + ROUNDING))),
    'x-ratelimit-reset-requests': `${Math.ceil(untilFull)}s`,
  };
}
