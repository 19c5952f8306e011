export interface DueTask {
  readonly taskId: string;
  readonly hasEnded: boolean;
}

/** Queue of tasks with unexported spans, each once, in the order in which they became due. */
export interface DueTasks {
  /** Adds a task. Returns false, and drops the task, if the queue is full. */
  readonly add: (task: DueTask) => boolean;
  readonly takeNext: () => DueTask | undefined;
  readonly count: () => number;
}

/** Creates a queue of at most `max` tasks. Dropped tasks are found again after they have ended. */
export function createDueTasks(max: number): DueTasks {
  const due = new Map<string, boolean>();
  /**
   * The Map is read by one long-lived iterator, because a new iterator first skips all removed entries, which
   * takes long.
   */
  let rest = due.entries();
  let newest: string | undefined;
  return {
    add({ taskId, hasEnded }) {
      // The newest task is compared first, because most events follow an event of the same task.
      if (taskId === newest && !hasEnded) return true;
      if (due.size >= max && !due.has(taskId)) return false;
      due.set(taskId, hasEnded || due.get(taskId) === true);
      newest = taskId;
      return true;
    },
    takeNext() {
      let next = rest.next();
      if (next.done) {
        rest = due.entries();
        next = rest.next();
      }
      if (next.done) return undefined;
      const [taskId, hasEnded] = next.value;
      due.delete(taskId);
      if (taskId === newest) newest = undefined;
      return { taskId, hasEnded };
    },
    count: () => due.size,
  };
}
