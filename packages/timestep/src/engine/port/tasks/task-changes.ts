/** Callbacks of a watcher of task changes. */
export interface TaskChangesWatcher {
  /** Called after events are durable. Must return immediately and not throw. */
  readonly onChange: (taskId: string, hasEnded: boolean) => void;
  /** Called when the backend closes, which keeps task logs readable until the returned promise resolves. */
  readonly onClose: (graceMs: number) => Promise<void>;
}

/** Notifies watchers of changes that this process makes to tasks. */
export interface TaskChanges {
  /** Adds a watcher. Returns a function that removes it. */
  watch(watcher: TaskChangesWatcher): () => void;
}

/** Task changes with the functions by which a backend notifies the watchers. */
export interface TaskChangesNotifier extends TaskChanges {
  readonly notify: TaskChangesWatcher['onChange'];
  readonly end: (graceMs: number) => Promise<void>;
}

/** Creates the change notifications of one backend. They cost nothing without watchers. */
export function createTaskChangesNotifier(): TaskChangesNotifier {
  const watchers = new Set<TaskChangesWatcher>();
  return {
    watch(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    notify(taskId, hasEnded) {
      for (const { onChange } of watchers) onChange(taskId, hasEnded);
    },
    async end(graceMs) {
      await Promise.all([...watchers].map(({ onClose }) => onClose(graceMs)));
      watchers.clear();
    },
  };
}
