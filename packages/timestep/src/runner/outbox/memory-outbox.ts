import type { Outbox, PushTarget, Runner } from '../../port/index.ts';

interface Kept {
  readonly target: PushTarget;
  sent: number;
  dueAt: number;
  failures: number;
}

/** An outbox that lasts as long as the process, for tasks that do so too. */
export function createMemoryOutbox(runner: Pick<Runner, 'get'>): Outbox {
  const tasks = new Map<string, Map<string, Kept>>();

  function find({ taskId, id }: PushTarget): Kept | undefined {
    return tasks.get(taskId)?.get(id);
  }

  async function isBehind({ target, sent }: Kept): Promise<boolean> {
    const task = await runner.get(target.taskId);
    if (!task) tasks.delete(target.taskId);
    return task !== undefined && task.generation > sent;
  }

  return {
    async put(target, after) {
      const targets = tasks.get(target.taskId) ?? new Map<string, Kept>();
      tasks.set(target.taskId, targets);
      const before = targets.get(target.id);
      targets.set(target.id, { target, sent: before?.sent ?? after, dueAt: 0, failures: 0 });
    },
    get: async (taskId, id) => tasks.get(taskId)?.get(id)?.target,
    list: async (taskId) => [...(tasks.get(taskId)?.values() ?? [])].map(({ target }) => target),
    async remove(taskId, id) {
      tasks.get(taskId)?.delete(id);
    },
    async claim(now, until, taskId) {
      const of = taskId === undefined ? [...tasks.values()] : [tasks.get(taskId) ?? new Map()];
      const due = of
        .flatMap((targets: Map<string, Kept>) => [...targets.values()])
        .filter(({ dueAt }) => dueAt <= now);
      const claimed: Kept[] = [];
      for (const kept of due) {
        const isWanted = taskId !== undefined || (await isBehind(kept));
        if (!isWanted || kept.dueAt > now) continue;
        kept.dueAt = until;
        claimed.push(kept);
      }
      return claimed.map(({ target, sent, failures }) => ({ target, sent, failures }));
    },
    async sent(target, generation, until) {
      const kept = find(target);
      if (kept) Object.assign(kept, { sent: generation, dueAt: until, failures: 0 });
    },
    async release(target, dueAt, failures) {
      const kept = find(target);
      if (kept) Object.assign(kept, { dueAt, failures });
    },
    close() {
      tasks.clear();
    },
  };
}
