import type { PruneResult, PruneOptions, StoredTasks } from '@timestep-ai/timestep/port';
import { groupIntoBatches, START_POSITION, type ErasableTask } from '@timestep-ai/timestep/runner';
import {
  queryFirst,
  listTasks,
  listOldFiles,
  listOldSessions,
  pruneFiles,
  pruneSessions,
  listWaitingTasks,
} from '@timestep-ai/timestep/store';
import { TemporalError } from '../temporal-error.ts';
import { listPrunableTasks, eraseTasks } from './prune-tasks.ts';
import { listEventsAfter, readGeneration, loadTask } from './load-task.ts';
import type { TaskDatabase } from './task-database.ts';

/** Number of events per read. Limited, because a long log must not be in memory as a whole. */
const PAGE = 256;
/** Number of tasks per query, so that memory use does not depend on the number of pruned tasks. */
const TASKS_PER_QUERY = 2000;
/** Maximum deletions per transaction, so that servers and workers never wait long. */
const TRANSACTION_LIMITS = { events: 2000, tasks: 100 };
/** Number of files to delete per transaction. */
const FILES_PER_TRANSACTION = 10;

/**
 * Creates access to the stored tasks of a database. `databaseName` is used in messages. Methods
 * reject with the database's error.
 */
export function createStoredTasks(database: TaskDatabase, databaseName: string): StoredTasks {
  async function prune({ before, isDryRun, signal }: PruneOptions): Promise<PruneResult> {
    let pruned: PruneResult = { tasks: 0, events: 0, bytes: 0 };
    let after: Pick<ErasableTask, 'id' | 'updatedAt'> = START_POSITION;
    for (;;) {
      const from = after;
      const round = await database.read(() => listPrunableTasks(before, from, TASKS_PER_QUERY));
      const last = round.at(-1);
      if (!last) {
        if (!isDryRun) await pruneOldSessions(before, signal);
        if (!isDryRun) await pruneOldFiles(before, signal);
        return pruned;
      }
      after = last;
      for (const batch of groupIntoBatches(round, TRANSACTION_LIMITS)) {
        if (signal?.aborted) return pruned;
        if (!isDryRun) await database.write(() => eraseTasks(batch));
        pruned = batch.reduce(addPruned, pruned);
      }
    }
  }

  async function pruneOldSessions(before: number, signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      if (signal?.aborted) return;
      const [first] = await database.read(() => listOldSessions(before, 1));
      if (!first) return;
      await database.write(() => pruneSessions(before, TRANSACTION_LIMITS.tasks));
    }
  }

  async function pruneOldFiles(before: number, signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      if (signal?.aborted) return;
      const [first] = await database.read(() => listOldFiles(before, 1));
      if (!first) return;
      await database.write(() => pruneFiles(before, FILES_PER_TRANSACTION));
    }
  }

  async function isStored(taskId: string): Promise<boolean> {
    return (await database.read(() => readGeneration(taskId))) !== undefined;
  }

  return {
    list: (filter) => database.read(() => listTasks(filter)),
    listWaiting: (limit) => database.read(() => listWaitingTasks(limit)),
    async load(taskId) {
      const task = await database.read(() => loadTask(taskId));
      if (!task) throw createUnknownTaskError(taskId, databaseName);
      return task;
    },
    async *events(taskId, after = 0) {
      let seen = after;
      for (;;) {
        const from = seen;
        const page = await database.read(() => listEventsAfter(taskId, from, PAGE));
        if (page.length === 0 && from === after && !(await isStored(taskId)))
          throw createUnknownTaskError(taskId, databaseName);
        yield* page;
        seen = page.at(-1)?.generation ?? seen;
        if (page.length < PAGE) return;
      }
    },
    prune,
    erase: (taskId) =>
      database.write(function* erase() {
        const ended = yield* queryFirst('SELECT 1 FROM task WHERE id = ? AND ended = 1', taskId);
        if (ended) yield* eraseTasks([{ id: taskId }]);
        return ended !== undefined;
      }),
  };
}

function addPruned(sum: PruneResult, { events, bytes }: ErasableTask): PruneResult {
  return { tasks: sum.tasks + 1, events: sum.events + events, bytes: sum.bytes + bytes };
}

function createUnknownTaskError(taskId: string, place: string): TemporalError {
  const message = `${place} has no task ${taskId}: run timestep tasks list to see its tasks`;
  return new TemporalError('task-not-found', message);
}
