import { openMemory } from '@timestep-ai/timestep';
import { hasTaskEnded, TimestepError, type Task } from '@timestep-ai/timestep/core';
import type { Backend, BackendKind, DatabaseLocation } from '@timestep-ai/timestep/port';

/** An external backend that uses only public exports: it stores tasks in memory, under a name. */
export const backend: BackendKind = {
  name: 'shelf',
  title: 'the shelf',
  about: 'tasks in the memory of the process that serves',
  addresses: ['shelf://'],
  defaultDatabase: 'shelf://standard',
  hasWorkers: false,
  options: { 'shelf-label': { value: 'TEXT', about: 'what is written on it' } },
  open(needs, { database }) {
    const opened = openMemory(needs);
    shelves.set(database, { ...opened, keptForMs: needs.retention?.endedForMs ?? null });
    return {
      ...opened,
      async close(graceMs) {
        shelves.delete(database);
        await opened.close(graceMs);
      },
    };
  },
  async withTasks(site, _access, use) {
    const { tasks, sessions } = shelfAt(site);
    return use(tasks, sessions);
  },
  async cancel(site, taskId) {
    await unended(site, taskId);
    return shelfAt(site).runner.cancel(taskId);
  },
  async resume(site, taskId, _now, answer) {
    const { origin } = await unended(site, taskId);
    if (!answer) throw new TimestepError('task-waits', `task ${taskId} waits for an answer`);
    const { agent, principal } = origin;
    const task = await shelfAt(site).runner.submit({ agent, principal, taskId, ...answer });
    return {
      task,
      owner: null,
      ownerStatus: null,
      isReleased: false,
      interruptedCalls: [],
      continuesIn: 'server',
    };
  },
  async examine(site) {
    const { tasks, keptForMs } = shelfAt(site);
    const { total } = await tasks.list({ limit: 1 });
    const label = site.options['shelf-label'] ?? 'nothing';
    return {
      place: site.database,
      seen: [
        ['Label', label],
        ['Tasks', String(total)],
      ],
      facts: { label, tasks: total, kept_for_ms: keptForMs },
      findings: [],
    };
  },
  async backUp({ database }) {
    throw new TimestepError('no-copy', `${database} is in memory: it cannot be copied`);
  },
};

interface Shelf extends Backend {
  /** Retention time of ended tasks; null: forever. */
  readonly keptForMs: number | null;
}

const shelves = new Map<string, Shelf>();

function shelfAt({ database }: DatabaseLocation): Shelf {
  const found = shelves.get(database);
  if (found) return found;
  throw new TimestepError('no-shelf', `${database} is not there: start a server on it`);
}

async function unended(site: DatabaseLocation, taskId: string): Promise<Task> {
  const task = await shelfAt(site).tasks.load(taskId);
  if (!hasTaskEnded(task)) return task;
  throw new TimestepError('task-ended', `task ${taskId} has ended already (${task.state})`);
}
