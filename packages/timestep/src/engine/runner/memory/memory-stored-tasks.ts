import { isFinal, isInputRequired, type Task } from '#core';
import {
  RunnerError,
  type PruneOptions,
  type PruneResult,
  type StoredTasks,
  type TaskRow,
} from '#engine/port';
import type { MemoryTasks } from './memory-tasks.ts';
import { compareNewestFirst, type MemoryFileStore, type MemorySessionStore } from '#engine/store';
import type { MemoryTaskLog } from '../log/task-log.ts';

/** Creates operator access to all tasks in memory. Pruning also deletes sessions and files. */
export function createMemoryStoredTasks(
  { get, all, remove: forget }: MemoryTasks,
  others: Pick<MemorySessionStore, 'forgetUnused'> & Pick<MemoryFileStore, 'forgetFiles'>,
): StoredTasks {
  const logs = (): MemoryTaskLog[] => all().map(({ log }) => log);

  function requireLog(taskId: string): MemoryTaskLog {
    const log = get(taskId)?.log;
    if (!log) throw new RunnerError('task-not-found', `there is no task ${taskId}`);
    return log;
  }

  function pruneTasks({ before, isDryRun }: PruneOptions): PruneResult {
    const everyLog = logs();
    const conversations = Map.groupBy(
      everyLog.map(({ task }) => task),
      getConversationKey,
    );
    const doomed = everyLog.filter(({ task }) =>
      isPrunable(task, conversations.get(getConversationKey(task)) ?? [], before),
    );
    const events = doomed.flatMap((log) => log.events);
    if (!isDryRun) {
      for (const { task } of doomed) forget(task.id);
      others.forgetFiles(before);
      others.forgetUnused(before, ({ principal, id }) =>
        logs().some(({ task }) => task.contextId === id && task.origin.principal === principal),
      );
    }
    return { tasks: doomed.length, events: events.length, bytes: JSON.stringify(events).length };
  }

  return {
    async list({ state, agent, principal, contextId, limit }) {
      const found = logs()
        .map(({ task }) => task)
        .filter((task) => state === undefined || task.state === state)
        .filter((task) => agent === undefined || task.origin.agent === agent)
        .filter((task) => principal === undefined || task.origin.principal === principal)
        .filter((task) => contextId === undefined || task.contextId === contextId);
      const listed = found.toSorted(compareNewestFirst).slice(0, limit);
      return { tasks: listed.map(taskToRow), total: found.length };
    },
    async listWaiting(limit) {
      const found = logs()
        .map(({ task }) => task)
        .filter(isInputRequired)
        .toSorted((one, other) => one.updatedAt - other.updatedAt || (one.id < other.id ? -1 : 1));
      return { tasks: found.slice(0, limit).map(taskToRow), total: found.length };
    },
    load: async (taskId) => requireLog(taskId).task,
    async *events(taskId, after = 0) {
      yield* requireLog(taskId).eventsAfter(after, Infinity);
    },
    readEventsSync: (taskId, after, limit) => requireLog(taskId).eventsAfter(after, limit),
    prune: async (options) => pruneTasks(options),
    async erase(taskId) {
      const task = get(taskId)?.log.task;
      if (!task || !isFinal(task)) return false;
      forget(taskId);
      return true;
    },
  };
}

/** The newest completed task of a conversation stays while the conversation may continue. */
function isPrunable(task: Task, conversation: readonly Task[], before: number): boolean {
  if (!isFinal(task) || task.updatedAt >= before) return false;
  if (task.state !== 'completed') return true;
  const others = conversation.filter((other) => other !== task);
  const isNewest = !others.some(
    ({ state, updatedAt }) => state === 'completed' && updatedAt > task.updatedAt,
  );
  const isGoingOn = others.some((other) => !isFinal(other) || other.updatedAt >= before);
  return !(isNewest && isGoingOn);
}

function getConversationKey({ contextId, origin: { principal, agent } }: Task): string {
  return JSON.stringify([principal, agent, contextId]);
}

function taskToRow({
  id,
  origin,
  contextId,
  state,
  createdAt,
  updatedAt,
  generation,
}: Task): TaskRow {
  const { principal, agent } = origin;
  return { id, principal, agent, contextId, state, createdAt, updatedAt, generation };
}
