import { isFinal, type Task } from '../core/index.ts';
import type { TraceStore } from '../port/index.ts';

/** The tasks in memory whose spans are exported. */
export interface TracedTasks {
  readonly get: (taskId: string) => Task | undefined;
  readonly all: () => readonly Task[];
}

/** Claims of tasks that are gone are forgotten when there are so many times more claims than tasks. */
const MOST_CLAIMS_A_TASK = 2;

/** Keeps in this process how far spans were exported. */
export function createMemoryTraceStore({ get, all }: TracedTasks): TraceStore {
  const claimed = new Map<string, number>();
  let forgetAt = 1000;
  let looked: number | undefined;

  function claimOne(taskId: string, generation: number): number {
    if (!get(taskId)) return generation;
    const before = claimed.get(taskId) ?? 0;
    if (before < generation) claimed.set(taskId, generation);
    return before;
  }

  function forgetGone(): void {
    if (claimed.size < forgetAt) return;
    for (const taskId of claimed.keys()) if (!get(taskId)) claimed.delete(taskId);
    forgetAt = Math.max(1000, MOST_CLAIMS_A_TASK * claimed.size);
  }

  return {
    async claim(claims) {
      forgetGone();
      return claims.map(({ taskId, generation }) => claimOne(taskId, generation));
    },
    async ended(after, limit) {
      const rest = all()
        .filter((task) => isFinal(task) && isAfter(task, after))
        .toSorted((one, other) => (isAfter(one, other) ? 1 : -1));
      const page = rest.slice(0, limit);
      const last = page.length < limit ? undefined : page.at(-1);
      const unclaimed = page.filter(({ id, generation }) => (claimed.get(id) ?? 0) < generation);
      return {
        unclaimed: unclaimed.map(({ id }) => id),
        ...(last && { next: { updatedAt: last.updatedAt, id: last.id } }),
      };
    },
    lookedUntil: async () => looked,
    async noteLook(until) {
      looked = Math.max(until, looked ?? until);
    },
  };
}

type Placed = Pick<Task, 'updatedAt' | 'id'>;

function isAfter(task: Placed, other: Placed): boolean {
  if (task.updatedAt !== other.updatedAt) return task.updatedAt > other.updatedAt;
  return task.id > other.id;
}
