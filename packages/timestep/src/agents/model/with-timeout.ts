import type { AgentFn } from '#engine/port';
import { ModelError } from './model-error.ts';

/** Aborts the agent's signal at the time limit; the call fails with the code `timeout`. */
export function withTimeout(agent: AgentFn, timeoutS: number): AgentFn {
  return async (messages, context) => {
    const late = new AbortController();
    const signal = AbortSignal.any([context.signal, late.signal]);
    signal.throwIfAborted();
    const timer = setTimeout(() => {
      const message = `no complete reply within ${timeoutS} s`;
      late.abort(new ModelError('timeout', message, { retryable: true }));
    }, timeoutS * 1000);
    const aborted = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true });
    try {
      return await Promise.race([agent(messages, { ...context, signal }), aborted.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}
