import { getWebSocketHandler } from '#protocols/http';

/** Request limits for each caller. An undefined limit is unlimited. */
export interface CallerLimits {
  /** Requests per minute. After an idle minute, this number of requests may come in one burst. */
  readonly requestsPerMinute?: number;
  /** Maximum number of concurrent requests. A streaming request counts until the stream ends. */
  readonly requestsAtOnce?: number;
}

/** An accepted request, which counts as running until `end` is called. */
export interface AcceptedRequest {
  readonly headers: RateHeaders;
  readonly end: () => void;
}

type CountedRequest =
  | (AcceptedRequest & { readonly ok: true })
  | { readonly ok: false; readonly headers: RateHeaders; readonly message: string };

type RateHeaders = Readonly<Record<string, string>>;

export interface CallerCounter {
  take(caller: string): CountedRequest;
}

/** Remaining requests of a caller. `left` can be fractional. */
interface CallerAccount {
  readonly left: number;
  /** Time of the clock, in milliseconds, at which `left` was computed. */
  readonly at: number;
  readonly underWay: number;
}

const MINUTE = 60_000;
const ROUNDING = 1e-9;
/**
 * Maximum number of callers to count; if exceeded, the caller that was idle longest is forgotten.
 */
const MOST_CALLERS = 10_000;

/**
 * Counts the requests that the server accepts, by caller. A caller idle for a minute is forgotten.
 */
export function createCallerCounter(limits: CallerLimits, now: () => number): CallerCounter {
  // Request counts by caller, least recently used first.
  const accounts = new Map<string, CallerAccount>();

  function forgetIdleCallers(at: number): void {
    for (const [caller, account] of accounts) {
      if (accounts.size <= MOST_CALLERS && at - account.at < MINUTE) return;
      if (account.underWay === 0) accounts.delete(caller);
      else if (accounts.size <= MOST_CALLERS) return;
    }
  }

  function countRequestEnded(caller: string): void {
    const account = accounts.get(caller);
    if (account) accounts.set(caller, { ...account, underWay: account.underWay - 1 });
  }

  return {
    take(caller) {
      const at = now();
      const { requestsPerMinute = Infinity } = limits;
      const before = accounts.get(caller) ?? { left: requestsPerMinute, at, underWay: 0 };
      const left = computeRemainingRequests(before, limits, at);
      const message = findLimitRefusal({ ...before, left, at }, limits);
      const rest = message === undefined ? left - 1 : left;
      const headers = buildRateHeaders(rest, limits);
      if (message !== undefined) {
        const refused = { ...headers, 'retry-after': getWaitSeconds(left, limits) };
        return { ok: false, message, headers: refused };
      }
      accounts.delete(caller);
      accounts.set(caller, { left: rest, at, underWay: before.underWay + 1 });
      forgetIdleCallers(at);
      let isOver = false;
      const end = (): void => {
        if (!isOver) countRequestEnded(caller);
        isOver = true;
      };
      return { ok: true, headers, end };
    },
  };
}

function computeRemainingRequests(
  account: CallerAccount,
  { requestsPerMinute }: CallerLimits,
  at: number,
): number {
  if (requestsPerMinute === undefined) return Infinity;
  const since = (Math.max(0, at - account.at) * requestsPerMinute) / MINUTE;
  return Math.min(requestsPerMinute, account.left + since);
}

function findLimitRefusal(
  { left, underWay }: CallerAccount,
  { requestsPerMinute, requestsAtOnce = Infinity }: CallerLimits,
): string | undefined {
  if (underWay >= requestsAtOnce) {
    return `you have ${requestsAtOnce} concurrent requests, your maximum: wait until one ends`;
  }
  if (left >= 1 - ROUNDING) return undefined;
  return `you may send ${requestsPerMinute} requests per minute: try again later`;
}

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

/** Adds the rate limit headers. Calls `end` immediately, or after the last byte of a stream. */
export function endCountAfterResponse(
  response: Response,
  { headers, end }: AcceptedRequest,
): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (!isStream || response.body === null || getWebSocketHandler(response)) {
    end();
    return response;
  }
  const source = (response.body as ReadableStream<Uint8Array>).getReader();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await source.read();
          if (!done) return controller.enqueue(value);
          end();
          controller.close();
        } catch (thrown) {
          end();
          throw thrown;
        }
      },
      async cancel(reason) {
        end();
        await source.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, response);
}
