/** Something that others want to know changes of. */
export interface Watched {
  /** Calls `onChange` after each change; the returned function ends that. */
  readonly watch: (onChange: () => void) => () => void;
  readonly tell: () => void;
}

export function createWatched(): Watched {
  const watchers = new Set<() => void>();
  return {
    watch(onChange) {
      // Each call has a watcher of its own, also where one function watches twice.
      const watcher = (): void => onChange();
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    tell() {
      for (const watcher of watchers) watcher();
    },
  };
}
