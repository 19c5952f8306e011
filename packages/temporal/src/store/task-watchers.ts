/** Callbacks of the watchers of tasks; called without an id where any task may have changed. */
export interface TaskWatchers {
  /** Adds a callback; returns a function that removes it. */
  readonly add: (onChange: (taskId?: string) => void) => () => void;
  readonly tell: (taskId?: string) => void;
  readonly isEmpty: () => boolean;
}

export function createTaskWatchers(): TaskWatchers {
  const watchers = new Set<(taskId?: string) => void>();
  return {
    add(onChange) {
      watchers.add(onChange);
      return () => void watchers.delete(onChange);
    },
    tell(taskId) {
      for (const onChange of watchers) onChange(taskId);
    },
    isEmpty: () => watchers.size === 0,
  };
}
