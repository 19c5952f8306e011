import { hasTaskEnded, isInputRequired, type Task } from '#core';
import {
  createTaskNotFoundError,
  type CallCount,
  type PruneOptions,
  type PruneResult,
  type StoredTasks,
  type TaskListing,
  type WorkCount,
  type WorkPeriod,
} from '#engine/port';
import { countTaskGroups, filterAndSortTasks } from './list-tasks.ts';
import type { MemoryTasks } from './memory-tasks.ts';
import {
  countWorkOfEvents,
  findCallOfEvent,
  taskToRow,
  type MemoryFileStore,
  type MemorySessionStore,
  type MemoryVersionStore,
} from '#engine/store';
import { matchesQuery } from './task-page.ts';
import type { MemoryTaskLog } from '../log/task-log.ts';

/** Other stores in memory from which pruning deletes data in addition to tasks. */
interface OtherMemoryStores
  extends Pick<MemorySessionStore, 'forgetUnused'>, Pick<MemoryFileStore, 'forgetFiles'> {
  readonly versions: MemoryVersionStore;
}

/** Gives operators access to all tasks in memory. Pruning also deletes sessions and files. */
export function createMemoryStoredTasks(
  { get, all, remove }: MemoryTasks,
  others: OtherMemoryStores,
): StoredTasks {
  const logs = (): MemoryTaskLog[] => all().map(({ log }) => log);
  const tasks = (): Task[] => logs().map(({ task }) => task);

  function forgetTask(taskId: string): void {
    remove(taskId);
    others.versions.erase(taskId);
  }

  function takeListingPage(found: readonly Task[], limit: number): TaskListing {
    const rows = found.slice(0, limit).map((task) => {
      const version = others.versions.getVersion(task.id);
      return { ...taskToRow(task), ...(version !== undefined && { version }) };
    });
    return { tasks: rows, total: found.length };
  }

  function requireLog(taskId: string): MemoryTaskLog {
    const log = get(taskId)?.log;
    if (!log) throw createTaskNotFoundError(taskId);
    return log;
  }

  function pruneTasks({ before, isDryRun }: PruneOptions): PruneResult {
    const everyLog = logs();
    const conversations = Map.groupBy(tasks(), getConversationKey);
    const doomed = everyLog.filter(({ task }) =>
      isPrunable(task, conversations.get(getConversationKey(task)) ?? [], before),
    );
    const events = doomed.flatMap((log) => log.events);
    if (!isDryRun) {
      for (const { task } of doomed) forgetTask(task.id);
      others.forgetFiles(before);
      others.forgetUnused(before, ({ principal, id }) =>
        tasks().some((task) => matchesQuery(task, { principal, contextId: id })),
      );
    }
    return { tasks: doomed.length, events: events.length, bytes: JSON.stringify(events).length };
  }

  return {
    list: async ({ limit, ...filter }) =>
      takeListingPage(filterAndSortTasks(tasks(), filter), limit),
    async findIds(beginning, limit) {
      const ids = tasks().map(({ id }) => id);
      return ids
        .filter((id) => id.startsWith(beginning))
        .toSorted()
        .slice(0, limit);
    },
    async listWaiting(limit) {
      const found = tasks().filter(isInputRequired);
      const compare = (one: Task, other: Task): number =>
        one.updatedAt - other.updatedAt || (one.id < other.id ? -1 : 1);
      return takeListingPage(found.toSorted(compare), limit);
    },
    countGroups: async () => countTaskGroups(tasks()),
    readWork: async (period) => readLoggedWork(logs(), period),
    readCalls: async (period) => countLoggedCalls(logs(), period),
    load: async (taskId) => requireLog(taskId).task,
    async *events(taskId, after = 0) {
      yield* requireLog(taskId).eventsAfter(after, Infinity);
    },
    readEventsSync: (taskId, after, limit) => requireLog(taskId).eventsAfter(after, limit),
    prune: async (options) => pruneTasks(options),
    async erase(taskId) {
      const task = get(taskId)?.log.task;
      if (!task || !hasTaskEnded(task)) return false;
      forgetTask(taskId);
      return true;
    },
  };
}

/**
 * Returns whether a task may be deleted. The newest completed task of a conversation is kept,
 * because it may continue.
 */
function isPrunable(task: Task, conversation: readonly Task[], before: number): boolean {
  if (!hasTaskEnded(task) || task.updatedAt >= before) return false;
  if (task.state !== 'completed') return true;
  const others = conversation.filter((other) => other !== task);
  const isNewest = !others.some(
    ({ state, updatedAt }) => state === 'completed' && updatedAt > task.updatedAt,
  );
  const isGoingOn = others.some((other) => !hasTaskEnded(other) || other.updatedAt >= before);
  return !(isNewest && isGoingOn);
}

function getConversationKey({ contextId, origin: { principal, agent } }: Task): string {
  return JSON.stringify([principal, agent, contextId]);
}

/** Counts the work of tasks that the store in memory still contains. */
function readLoggedWork(
  logs: readonly MemoryTaskLog[],
  { since, until }: WorkPeriod,
): readonly WorkCount[] {
  return logs
    .filter(({ task }) => task.updatedAt >= since)
    .flatMap(({ task: { origin, workingMs, createdAt }, events }) =>
      countWorkOfEvents({ agent: origin.agent, workingMs }, events, createdAt),
    )
    .filter(({ hour }) => hour >= since && hour < until)
    .toSorted((one, other) => one.hour - other.hour);
}

/** Counts the calls between agents by which the tasks in memory began. */
function countLoggedCalls(
  logs: readonly MemoryTaskLog[],
  { since, until }: WorkPeriod,
): readonly CallCount[] {
  const calls = logs.flatMap(({ events: [first] }) => (first && findCallOfEvent(first)) ?? []);
  const groups = Map.groupBy(
    calls.filter(({ hour }) => hour >= since && hour < until),
    ({ caller, agent }) => JSON.stringify([caller, agent]),
  );
  return [...groups.values()]
    .flatMap((group) => group.slice(0, 1).map((call) => ({ ...call, calls: group.length })))
    .map(({ caller, agent, calls: count }) => ({ caller, agent, calls: count }))
    .toSorted((one, other) => other.calls - one.calls);
}
