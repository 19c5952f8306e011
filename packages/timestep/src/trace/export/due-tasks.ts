/** A task of which something may have to be exported. */
export interface DueTask {
  readonly taskId: string;
  readonly hasEnded: boolean;
}

/** The tasks that are due, each once, in the order in which they became due. */
export interface DueTasks {
  /** Returns false, and forgets the task, where too many are due. */
  readonly add: (task: DueTask) => boolean;
  readonly next: () => DueTask | undefined;
  readonly count: () => number;
}

/** At most `most` tasks: their logs are found again when they have ended. */
export function createDueTasks(most: number): DueTasks {
  const due = new Map<string, boolean>();
  /** Goes on where it was, because a new one would first pass all that were taken before. */
  let rest = due.entries();
  /** The task that was added last, while it is due. */
  let newest: string | undefined;
  return {
    add({ taskId, hasEnded }) {
      // Most events of a task follow another one of it.
      if (taskId === newest && !hasEnded) return true;
      if (due.size >= most && !due.has(taskId)) return false;
      due.set(taskId, hasEnded || due.get(taskId) === true);
      newest = taskId;
      return true;
    },
    next() {
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
