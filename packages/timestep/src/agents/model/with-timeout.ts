import type { AgentFn } from '#engine/port';
import { ModelError } from './model-error.ts';

/** Limits of one reply. */
export interface ReplyTimeouts {
  /** Maximum seconds without any output or other sign of work. */
  readonly silenceS: number;
  /** Maximum seconds of the whole reply. Default: no limit. */
  readonly totalS?: number | undefined;
}

/** A reply that was cut is repeated once, because each repetition costs a whole reply. */
const MAX_ATTEMPTS = 2;

/** Aborts the agent's signal if a reply exceeds a limit; the call fails with the code `timeout`. */
export function withTimeout(agent: AgentFn, { silenceS, totalS }: ReplyTimeouts): AgentFn {
  return async (messages, context) => {
    const late = new AbortController();
    const signal = AbortSignal.any([context.signal, late.signal]);
    signal.throwIfAborted();
    const abortAfter = (seconds: number, message: string) =>
      setTimeout(() => {
        const details = { retryable: true, maxAttempts: MAX_ATTEMPTS };
        late.abort(new ModelError('timeout', message, details));
      }, seconds * 1000);
    const silence = abortAfter(silenceS, `no output for ${silenceS} s`);
    const total =
      totalS === undefined ? undefined : abortAfter(totalS, `no complete reply within ${totalS} s`);
    const watched: typeof context = {
      ...context,
      signal,
      emit(delta) {
        silence.refresh();
        context.emit(delta);
      },
      reportActivity: () => void silence.refresh(),
    };
    const aborted = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true });
    try {
      return await Promise.race([agent(messages, watched), aborted.promise]);
    } finally {
      clearTimeout(silence);
      clearTimeout(total);
    }
  };
}
