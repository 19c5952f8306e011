import { A2AClientError } from './a2a-client-error.ts';

/** A client call with an optional time limit. */
export interface TimeLimitedCall {
  /** Aborts when the caller aborts or the time limit is reached. */
  readonly signal: AbortSignal | undefined;
  /** The end of the time limit, in milliseconds since the epoch. */
  readonly deadline: number | undefined;
  /**
   * Converts the call's error to a time limit error if the deadline has passed. A remote agent that
   * knows the deadline may give up slightly earlier than the client.
   */
  readonly toError: (thrown: unknown) => unknown;
  readonly stop: () => void;
}

/** Starts the time limit of a call. Without a limit, the call lasts until its caller aborts. */
export function startTimeLimit(
  agentName: string,
  { timeLimitMs, now }: { readonly timeLimitMs: number | undefined; readonly now: () => number },
  signal: AbortSignal | undefined,
): TimeLimitedCall {
  if (timeLimitMs === undefined) {
    return { signal, deadline: undefined, toError: (thrown) => thrown, stop: () => undefined };
  }
  const deadline = now() + timeLimitMs;
  const over = new AbortController();
  const message = `${agentName} did not finish within ${timeLimitMs / 1000} seconds`;
  const tooLate = new A2AClientError('time-limit', message);
  const timer = setTimeout(() => over.abort(tooLate), timeLimitMs);
  return {
    signal: signal ? AbortSignal.any([signal, over.signal]) : over.signal,
    deadline,
    toError: (thrown) => (!signal?.aborted && now() >= deadline ? tooLate : thrown),
    stop: () => clearTimeout(timer),
  };
}
