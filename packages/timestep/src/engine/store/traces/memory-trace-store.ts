import { hasTaskEnded, type Task } from '#core';
import type { EndedPosition, TraceStore } from '#engine/port';

/** Read access to the tasks in memory whose spans are exported. */
export interface TracedTasks {
  readonly get: (taskId: string) => Task | undefined;
  readonly all: () => readonly Task[];
}

/** Number of claims per task above which claims of deleted tasks are removed. */
const MAX_CLAIMS_PER_TASK = 2;

/** Creates a trace store in memory, which records how far each task's spans have been exported. */
export function createMemoryTraceStore({ get, all }: TracedTasks): TraceStore {
  const claimed = new Map<string, number>();
  let forgetAt = 1000;
  let looked: number | undefined;

  function raiseMemoryTraceClaim(taskId: string, generation: number): number {
    if (!get(taskId)) return generation;
    const before = claimed.get(taskId) ?? 0;
    if (before < generation) claimed.set(taskId, generation);
    return before;
  }

  function removeDeletedTasksIfMany(): void {
    if (claimed.size < forgetAt) return;
    for (const taskId of claimed.keys()) if (!get(taskId)) claimed.delete(taskId);
    forgetAt = Math.max(1000, MAX_CLAIMS_PER_TASK * claimed.size);
  }

  return {
    async claim(claims) {
      removeDeletedTasksIfMany();
      return claims.map(({ taskId, generation }) => raiseMemoryTraceClaim(taskId, generation));
    },
    async listEnded(after, limit) {
      const rest = all()
        .filter((task) => hasTaskEnded(task) && isEndedAfter(task, after))
        .toSorted((one, other) => (isEndedAfter(one, other) ? 1 : -1));
      const page = rest.slice(0, limit);
      const last = page.length < limit ? undefined : page.at(-1);
      const unclaimed = page.filter(({ id, generation }) => (claimed.get(id) ?? 0) < generation);
      return {
        unclaimed: unclaimed.map(({ id }) => id),
        ...(last && { next: { updatedAt: last.updatedAt, id: last.id } }),
      };
    },
    getScanTime: async () => looked,
    async saveScanTime(until) {
      looked = Math.max(until, looked ?? until);
    },
  };
}

function isEndedAfter(task: EndedPosition, other: EndedPosition): boolean {
  if (task.updatedAt !== other.updatedAt) return task.updatedAt > other.updatedAt;
  return task.id > other.id;
}
