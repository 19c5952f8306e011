import type { Servable } from '#serving/server';

export interface Subscribers {
  /** Calls `onChange` after each change, until the returned function is called. */
  readonly subscribe: (onChange: () => void) => () => void;
  readonly notify: () => void;
}

export function createSubscribers(): Subscribers {
  const watchers = new Set<() => void>();
  return {
    subscribe(onChange) {
      // A wrapper object is stored, because one function may subscribe twice.
      const watcher = (): void => onChange();
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    notify() {
      for (const watcher of watchers) watcher();
    },
  };
}

type AgentTools = NonNullable<Servable['agentTools']>;

export interface WatchedTools extends AgentTools {
  readonly notifyIfChanged: () => void;
}

export function createWatchedTools(now: AgentTools['list']): WatchedTools {
  const watched = createSubscribers();
  let before = '[]';
  return {
    list: now,
    watch: watched.subscribe,
    notifyIfChanged() {
      const after = JSON.stringify(now());
      const isOther = after !== before;
      before = after;
      if (isOther) watched.notify();
    },
  };
}
