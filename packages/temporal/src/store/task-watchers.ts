/** Callbacks that watch tasks. Called without an id if any task may have changed. */
export interface TaskWatchers {
  /** Adds a callback and returns a function that removes it. */
  readonly add: (onChange: (taskId?: string) => void) => () => void;
  readonly notify: (taskId?: string) => void;
  readonly isEmpty: () => boolean;
}

export function createTaskWatchers(): TaskWatchers {
  const watchers = new Set<(taskId?: string) => void>();
  return {
    add(onChange) {
      watchers.add(onChange);
      return () => void watchers.delete(onChange);
    },
    notify(taskId) {
      for (const onChange of watchers) onChange(taskId);
    },
    isEmpty: () => watchers.size === 0,
  };
}
