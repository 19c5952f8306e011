import { A2AClientError } from './a2a-client-error.ts';

/** A call that may take only so long. */
export interface TimedCall {
  /** Aborts when the caller leaves, and when the time is over. */
  readonly signal: AbortSignal | undefined;
  /** When the time is over, in milliseconds since the epoch. */
  readonly deadline: number | undefined;
  /** Why the call failed: a peer that was given the deadline may give up before this side does. */
  readonly failure: (thrown: unknown) => unknown;
  readonly end: () => void;
}

/** Begins a call; without a limit it lasts as long as its caller waits. */
export function timedCall(
  peer: string,
  { timeLimitMs, now }: { readonly timeLimitMs: number | undefined; readonly now: () => number },
  signal: AbortSignal | undefined,
): TimedCall {
  if (timeLimitMs === undefined) {
    return { signal, deadline: undefined, failure: (thrown) => thrown, end: () => undefined };
  }
  const deadline = now() + timeLimitMs;
  const over = new AbortController();
  const message = `${peer} did not finish within ${timeLimitMs / 1000} seconds`;
  const tooLate = new A2AClientError('time-limit', message);
  const timer = setTimeout(() => over.abort(tooLate), timeLimitMs);
  return {
    signal: signal ? AbortSignal.any([signal, over.signal]) : over.signal,
    deadline,
    failure: (thrown) => (!signal?.aborted && now() >= deadline ? tooLate : thrown),
    end: () => clearTimeout(timer),
  };
}
