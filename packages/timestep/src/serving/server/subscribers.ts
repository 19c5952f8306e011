export interface Subscribers {
  /** Calls `onChange` after each change, until the returned function is called. */
  readonly subscribe: (onChange: () => void) => () => void;
  readonly notify: () => void;
}

export function createSubscribers(): Subscribers {
  const watchers = new Set<() => void>();
  return {
    subscribe(onChange) {
      // Each subscription stores a function of its own, because the same function may subscribe twice.
      const watcher = (): void => onChange();
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    notify() {
      for (const watcher of watchers) watcher();
    },
  };
}
