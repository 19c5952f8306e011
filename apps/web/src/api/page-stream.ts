import { fetchJson } from './api-client.ts';
import { createStreamClient, type StreamClient, type StreamState } from './stream-client.ts';

export interface PageStream extends StreamClient {
  readonly getState: () => StreamState;
  /** Returns a function that unsubscribes. */
  readonly onStateChange: (onChange: () => void) => () => void;
}

export function createPageStream(): PageStream {
  let state: StreamState = 'idle';
  const watchers = new Set<() => void>();
  const client = createStreamClient({
    connect: (wanted, signal) => fetchJson('POST', '/events', wanted, signal),
    schedule(delayMs, run) {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
    random: Math.random,
    onState(next) {
      state = next;
      for (const watcher of watchers) watcher();
    },
  });
  document.addEventListener('visibilitychange', () => client.setHidden(document.hidden));
  globalThis.addEventListener('online', () => client.reconnect());
  return {
    ...client,
    getState: () => state,
    onStateChange(onChange) {
      watchers.add(onChange);
      return () => void watchers.delete(onChange);
    },
  };
}
