/** What follows the logs of a backend. */
export interface ChangesWatcher {
  /** Events were added to a task by this process, and are durable. It must return at once and not throw. */
  readonly onChange: (taskId: string, hasEnded: boolean) => void;
  /** The backend closes: logs can be read until this resolves, which it does within `graceMs`. */
  readonly onClose: (graceMs: number) => Promise<void>;
}

/** The tasks to which this process adds events. */
export interface TaskChanges {
  /** Returns a function that ends the watching. */
  watch(watcher: ChangesWatcher): () => void;
}

/** Changes with the functions by which a backend makes them known. */
export interface NotedChanges extends TaskChanges {
  readonly note: ChangesWatcher['onChange'];
  /** Lets watchers finish; the tasks of the backend have come to rest. */
  readonly end: (graceMs: number) => Promise<void>;
}

/** The changes of one backend. They cost nothing while no watcher is there. */
export function createTaskChanges(): NotedChanges {
  const watchers = new Set<ChangesWatcher>();
  return {
    watch(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    note(taskId, hasEnded) {
      for (const { onChange } of watchers) onChange(taskId, hasEnded);
    },
    async end(graceMs) {
      await Promise.all([...watchers].map(({ onClose }) => onClose(graceMs)));
      watchers.clear();
    },
  };
}
