/**
 * Callbacks that are called when a task changes. If the id is missing, any task may have changed.
 */
export interface TaskWatchers {
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
