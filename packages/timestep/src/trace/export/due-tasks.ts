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
  return {
    add({ taskId, hasEnded }) {
      if (due.size >= most && !due.has(taskId)) return false;
      due.set(taskId, hasEnded || due.get(taskId) === true);
      return true;
    },
    next() {
      for (const [taskId, hasEnded] of due) {
        due.delete(taskId);
        return { taskId, hasEnded };
      }
      return undefined;
    },
    count: () => due.size,
  };
}
