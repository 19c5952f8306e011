import {
  NEVER_DUE,
  type Delivery,
  type Lease,
  type Outbox,
  type OutboxBacklog,
  type PushTarget,
  type Runner,
} from '#engine/port';

interface OutboxEntry {
  readonly target: PushTarget;
  sent: number;
  dueAt: number;
  failures: number;
  holder: string;
}

/** Creates an outbox of push notifications in memory, for tasks that are also only in memory. */
export function createMemoryOutbox(runner: Pick<Runner, 'get'>): Outbox {
  const tasks = new Map<string, Map<string, OutboxEntry>>();

  function findOutboxEntry({ taskId, id }: PushTarget): OutboxEntry | undefined {
    return tasks.get(taskId)?.get(id);
  }

  function findLeasedEntry({ target, holder }: Delivery): OutboxEntry | undefined {
    const kept = findOutboxEntry(target);
    return kept?.holder === holder ? kept : undefined;
  }

  async function checkUnsentAndForgetMissing({ target, sent }: OutboxEntry): Promise<boolean> {
    const task = await runner.get(target.taskId);
    if (!task) tasks.delete(target.taskId);
    return task !== undefined && task.generation > sent;
  }

  return {
    async put(target, after, most) {
      const targets = tasks.get(target.taskId) ?? new Map<string, OutboxEntry>();
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
        // Another caller may have leased the notification target meanwhile.
        const isWanted = await checkUnsentAndForgetMissing(kept);
        if (isWanted && kept.dueAt <= lease.now && findOutboxEntry(kept.target) === kept) {
          claimed.push(leaseEntry(kept, lease));
        }
      }
      return claimed;
    },
    async claimForTask(taskId, lease, anew) {
      return [...(tasks.get(taskId)?.values() ?? [])]
        .filter(({ dueAt }) => dueAt <= lease.now || (anew && dueAt === NEVER_DUE))
        .map((kept) => leaseEntry(kept, lease));
    },
    countBacklog: () =>
      countBacklog(
        [...tasks.values()].flatMap((targets) => [...targets.values()]),
        runner,
      ),
    isHeld: async (delivery) => findLeasedEntry(delivery) !== undefined,
    async hold(delivery, sent, until) {
      const kept = findLeasedEntry(delivery);
      if (kept) Object.assign(kept, { sent, dueAt: until, failures: 0 });
      return kept !== undefined;
    },
    async release(delivery, returned) {
      const kept = findLeasedEntry(delivery);
      if (kept) Object.assign(kept, { ...returned, holder: '' });
    },
    async discard(delivery) {
      if (findLeasedEntry(delivery)) tasks.get(delivery.target.taskId)?.delete(delivery.target.id);
    },
  };
}

async function countBacklog(
  entries: readonly OutboxEntry[],
  runner: Pick<Runner, 'get'>,
): Promise<OutboxBacklog> {
  const behind = [];
  for (const kept of entries) {
    const task = kept.dueAt < NEVER_DUE ? await runner.get(kept.target.taskId) : undefined;
    if (task && task.generation > kept.sent) behind.push({ kept, at: task.updatedAt });
  }
  const failing = behind.filter(({ kept }) => kept.failures > 0).length;
  const since = behind.length > 0 && { since: Math.min(...behind.map(({ at }) => at)) };
  return { targets: behind.length, failing, ...since };
}

function leaseEntry(entry: OutboxEntry, { holder, until }: Lease): Delivery {
  entry.dueAt = until;
  entry.holder = holder;
  const { target, sent, failures } = entry;
  return { target, holder, sent, failures };
}
