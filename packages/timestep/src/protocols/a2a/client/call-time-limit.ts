import { A2AClientError } from './a2a-client-error.ts';

export interface TimeLimitedCall {
  readonly signal: AbortSignal | undefined;
  /** Deadline in milliseconds since the epoch. */
  readonly deadline: number | undefined;
  /**
   * Converts any failure after the deadline to the time limit error: the agent may give up just
   * before the client.
   */
  readonly toError: (thrown: unknown) => unknown;
  readonly stop: () => void;
}

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
