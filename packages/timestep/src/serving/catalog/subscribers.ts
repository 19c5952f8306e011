/** A list of subscribers to changes. */
export interface Subscribers {
  /** Calls `onChange` after each change. The returned function unsubscribes. */
  readonly subscribe: (onChange: () => void) => () => void;
  readonly notify: () => void;
}

export function createSubscribers(): Subscribers {
  const watchers = new Set<() => void>();
  return {
    subscribe(onChange) {
      // Each call creates its own subscriber, even if the same function subscribes twice.
      const watcher = (): void => onChange();
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    notify() {
      for (const watcher of watchers) watcher();
    },
  };
}
