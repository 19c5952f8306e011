import { isFinal, isInterrupted, type Task } from '../core/index.ts';
import {
  RunnerError,
  type PruneOptions,
  type Pruned,
  type StoredTasks,
  type TaskRow,
} from '../port/index.ts';
import type { MemoryTasks } from './memory-tasks.ts';
import { newestFirst, type MemoryFileStore, type MemorySessionStore } from '../store/index.ts';
import type { MemoryTaskLog } from './task-log.ts';

/** The tasks of all principals in the memory of this process, and what is erased with old ones. */
export function memoryStoredTasks(
  { get, all, forget }: MemoryTasks,
  others: Pick<MemorySessionStore, 'forgetUnused'> & Pick<MemoryFileStore, 'forgetFiles'>,
): StoredTasks {
  const logs = (): MemoryTaskLog[] => all().map(({ log }) => log);

  function logOf(taskId: string): MemoryTaskLog {
    const log = get(taskId)?.log;
    if (!log) throw new RunnerError('task-not-found', `there is no task ${taskId}`);
    return log;
  }

  function prune({ before, isDryRun }: PruneOptions): Pruned {
    const everyLog = logs();
    const conversations = Map.groupBy(
      everyLog.map(({ task }) => task),
      conversationOf,
    );
    const doomed = everyLog.filter(({ task }) =>
      isDoomed(task, conversations.get(conversationOf(task)) ?? [], before),
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
      const listed = found.toSorted(newestFirst).slice(0, limit);
      return { tasks: listed.map(rowOf), total: found.length };
    },
    async waiting(limit) {
      const found = logs()
        .map(({ task }) => task)
        .filter(isInterrupted)
        .toSorted((one, other) => one.updatedAt - other.updatedAt || (one.id < other.id ? -1 : 1));
      return { tasks: found.slice(0, limit).map(rowOf), total: found.length };
    },
    load: async (taskId) => logOf(taskId).task,
    async *events(taskId, after = 0) {
      yield* logOf(taskId).eventsAfter(after, Infinity);
    },
    eventsAtOnce: (taskId, after, limit) => logOf(taskId).eventsAfter(after, limit),
    prune: async (options) => prune(options),
    async erase(taskId) {
      const task = get(taskId)?.log.task;
      if (!task || !isFinal(task)) return false;
      forget(taskId);
      return true;
    },
  };
}

/**
 * Whether a task may be erased. The newest completed task of its conversation stays while the
 * conversation, whose tasks are given, may continue.
 */
function isDoomed(task: Task, conversation: readonly Task[], before: number): boolean {
  if (!isFinal(task) || task.updatedAt >= before) return false;
  if (task.state !== 'completed') return true;
  const others = conversation.filter((other) => other !== task);
  const isNewest = !others.some(
    ({ state, updatedAt }) => state === 'completed' && updatedAt > task.updatedAt,
  );
  const isGoingOn = others.some((other) => !isFinal(other) || other.updatedAt >= before);
  return !(isNewest && isGoingOn);
}

function conversationOf({ contextId, origin: { principal, agent } }: Task): string {
  return JSON.stringify([principal, agent, contextId]);
}

function rowOf({ id, origin, contextId, state, createdAt, updatedAt, generation }: Task): TaskRow {
  const { principal, agent } = origin;
  return { id, principal, agent, contextId, state, createdAt, updatedAt, generation };
}
