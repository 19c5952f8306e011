import type { AgentFn } from '#engine/port';
import { ModelError } from './model-error.ts';

/** Aborts the agent's signal at the time limit; the call fails with the code `timeout`. */
export function withTimeout(agent: AgentFn, timeoutS: number): AgentFn {
  return async (messages, context) => {
    const { signal } = context;
    signal.throwIfAborted();
    const abort = new AbortController();
    const stop = () => abort.abort(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    const timer = setTimeout(() => {
      const message = `no complete reply within ${timeoutS} s`;
      abort.abort(new ModelError('timeout', message, { retryable: true }));
    }, timeoutS * 1000);
    try {
      const aborted = new Promise<never>((_, reject) => {
        abort.signal.addEventListener('abort', () => reject(abort.signal.reason), { once: true });
      });
      return await Promise.race([agent(messages, { ...context, signal: abort.signal }), aborted]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  };
}
