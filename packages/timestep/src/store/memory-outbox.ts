import {
  NEVER_DUE,
  type Delivery,
  type Lease,
  type Outbox,
  type OutboxBacklog,
  type PushTarget,
  type Runner,
} from '../port/index.ts';

interface Kept {
  readonly target: PushTarget;
  sent: number;
  dueAt: number;
  failures: number;
  holder: string;
}

/** An outbox that lasts as long as the process, for tasks that do so, too. */
export function createMemoryOutbox(runner: Pick<Runner, 'get'>): Outbox {
  const tasks = new Map<string, Map<string, Kept>>();

  function find({ taskId, id }: PushTarget): Kept | undefined {
    return tasks.get(taskId)?.get(id);
  }

  function findHeld({ target, holder }: Delivery): Kept | undefined {
    const kept = find(target);
    return kept?.holder === holder ? kept : undefined;
  }

  async function isBehind({ target, sent }: Kept): Promise<boolean> {
    const task = await runner.get(target.taskId);
    if (!task) tasks.delete(target.taskId);
    return task !== undefined && task.generation > sent;
  }

  return {
    async put(target, after, most) {
      const targets = tasks.get(target.taskId) ?? new Map<string, Kept>();
      const before = targets.get(target.id);
      if (!before && targets.size >= most) return false;
      tasks.set(target.taskId, targets);
      const sent = before?.sent ?? after;
      targets.set(target.id, { target, sent, dueAt: 0, failures: 0, holder: '' });
      return true;
    },
    get: async (taskId, id) => tasks.get(taskId)?.get(id)?.target,
    list: async (taskId) => [...(tasks.get(taskId)?.values() ?? [])].map(({ target }) => target),
    async remove(taskId, id) {
      tasks.get(taskId)?.delete(id);
    },
    async claim(lease, most) {
      const due = [...tasks.values()]
        .flatMap((targets) => [...targets.values()])
        .filter(({ dueAt }) => dueAt <= lease.now)
        .toSorted((a, b) => a.dueAt - b.dueAt);
      const claimed: Delivery[] = [];
      for (const kept of due) {
        if (claimed.length >= most) break;
        // The question takes a moment, in which another claim may have taken the same target.
        const isWanted = await isBehind(kept);
        if (isWanted && kept.dueAt <= lease.now && find(kept.target) === kept) {
          claimed.push(lend(kept, lease));
        }
      }
      return claimed;
    },
    async claimOf(taskId, lease, anew) {
      return [...(tasks.get(taskId)?.values() ?? [])]
        .filter(({ dueAt }) => dueAt <= lease.now || (anew && dueAt === NEVER_DUE))
        .map((kept) => lend(kept, lease));
    },
    backlog: () =>
      backlogOf(
        [...tasks.values()].flatMap((targets) => [...targets.values()]),
        runner,
      ),
    isHeld: async (delivery) => findHeld(delivery) !== undefined,
    async hold(delivery, sent, until) {
      const kept = findHeld(delivery);
      if (kept) Object.assign(kept, { sent, dueAt: until, failures: 0 });
      return kept !== undefined;
    },
    async release(delivery, returned) {
      const kept = findHeld(delivery);
      if (kept) Object.assign(kept, { ...returned, holder: '' });
    },
    async discard(delivery) {
      if (findHeld(delivery)) tasks.get(delivery.target.taskId)?.delete(delivery.target.id);
    },
  };
}

async function backlogOf(
  targets: readonly Kept[],
  runner: Pick<Runner, 'get'>,
): Promise<OutboxBacklog> {
  const behind = [];
  for (const kept of targets) {
    const task = kept.dueAt < NEVER_DUE ? await runner.get(kept.target.taskId) : undefined;
    if (task && task.generation > kept.sent) behind.push({ kept, at: task.updatedAt });
  }
  const failing = behind.filter(({ kept }) => kept.failures > 0).length;
  const since = behind.length > 0 && { since: Math.min(...behind.map(({ at }) => at)) };
  return { targets: behind.length, failing, ...since };
}

function lend(kept: Kept, { holder, until }: Lease): Delivery {
  kept.dueAt = until;
  kept.holder = holder;
  const { target, sent, failures } = kept;
  return { target, holder, sent, failures };
}
