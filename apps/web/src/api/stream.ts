import { request } from './client.ts';
import { createFollower, type Follower, type StreamState } from './follower.ts';

/** The stream of this page, and how it is. */
export interface PageStream extends Follower {
  readonly state: () => StreamState;
  /** Calls back after each change of the state; the returned function ends that. */
  readonly watch: (onChange: () => void) => () => void;
}

export function createPageStream(): PageStream {
  let state: StreamState = 'idle';
  const watchers = new Set<() => void>();
  const follower = createFollower({
    connect: (wanted, signal) =>
      request('/events', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(wanted),
        signal,
      }),
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
  document.addEventListener('visibilitychange', () => follower.setHidden(document.hidden));
  globalThis.addEventListener('online', () => follower.retry());
  return {
    ...follower,
    state: () => state,
    watch(onChange) {
      watchers.add(onChange);
      return () => void watchers.delete(onChange);
    },
  };
}
