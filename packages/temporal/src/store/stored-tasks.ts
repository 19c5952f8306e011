import type { Pruned, PruneOptions, StoredTasks } from '@timestep-ai/timestep/port';
import { batchesOf, FROM_THE_BEGINNING, type Doomed } from '@timestep-ai/timestep/runner';
import {
  firstOf,
  listTasks,
  oldFiles,
  oldSessions,
  pruneFiles,
  pruneSessions,
  waitingTasks,
} from '@timestep-ai/timestep/store';
import { TemporalError } from '../temporal-error.ts';
import { doomedTasks, eraseTasks } from './pruning.ts';
import { eventsAfter, generationOf, loadTask } from './reading.ts';
import type { TaskDatabase } from './task-database.ts';

/** Events read at a time, because a long log must not be in memory as a whole. */
const PAGE = 256;
/** How many tasks one query reads, so that memory does not grow with the number of pruned tasks. */
const ROUND = 2000;
/** How much one transaction deletes, so that servers and workers never wait long. */
const BOUNDS = { events: 2000, tasks: 100 };
/** So many files are deleted at a time. */
const FILES = 10;

/**
 * The tasks of a database; `place` is its name in messages. Rejects with what the database throws.
 */
export function createStoredTasks(database: TaskDatabase, place: string): StoredTasks {
  async function prune({ before, isDryRun, signal }: PruneOptions): Promise<Pruned> {
    let pruned: Pruned = { tasks: 0, events: 0, bytes: 0 };
    let after: Pick<Doomed, 'id' | 'updatedAt'> = FROM_THE_BEGINNING;
    for (;;) {
      const from = after;
      const round = await database.read(() => doomedTasks(before, from, ROUND));
      const last = round.at(-1);
      if (!last) {
        if (!isDryRun) await pruneSessionsToo(before, signal);
        if (!isDryRun) await pruneFilesToo(before, signal);
        return pruned;
      }
      after = last;
      for (const batch of batchesOf(round, BOUNDS)) {
        if (signal?.aborted) return pruned;
        if (!isDryRun) await database.write(() => eraseTasks(batch));
        pruned = batch.reduce(plus, pruned);
      }
    }
  }

  async function pruneSessionsToo(before: number, signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      if (signal?.aborted) return;
      const [first] = await database.read(() => oldSessions(before, 1));
      if (!first) return;
      await database.write(() => pruneSessions(before, BOUNDS.tasks));
    }
  }

  async function pruneFilesToo(before: number, signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      if (signal?.aborted) return;
      const [first] = await database.read(() => oldFiles(before, 1));
      if (!first) return;
      await database.write(() => pruneFiles(before, FILES));
    }
  }

  async function isKept(taskId: string): Promise<boolean> {
    return (await database.read(() => generationOf(taskId))) !== undefined;
  }

  return {
    list: (filter) => database.read(() => listTasks(filter)),
    waiting: (limit) => database.read(() => waitingTasks(limit)),
    async load(taskId) {
      const task = await database.read(() => loadTask(taskId));
      if (!task) throw noSuchTask(taskId, place);
      return task;
    },
    async *events(taskId, after = 0) {
      let seen = after;
      for (;;) {
        const from = seen;
        const page = await database.read(() => eventsAfter(taskId, from, PAGE));
        if (page.length === 0 && from === after && !(await isKept(taskId)))
          throw noSuchTask(taskId, place);
        yield* page;
        seen = page.at(-1)?.generation ?? seen;
        if (page.length < PAGE) return;
      }
    },
    prune,
    erase: (taskId) =>
      database.write(function* erase() {
        const ended = yield* firstOf('SELECT 1 FROM task WHERE id = ? AND ended = 1', taskId);
        if (ended) yield* eraseTasks([{ id: taskId }]);
        return ended !== undefined;
      }),
  };
}

function plus(sum: Pruned, { events, bytes }: Doomed): Pruned {
  return { tasks: sum.tasks + 1, events: sum.events + events, bytes: sum.bytes + bytes };
}

function noSuchTask(taskId: string, place: string): TemporalError {
  const message = `${place} holds no task ${taskId}: timestep tasks list shows those it holds`;
  return new TemporalError('task-not-found', message);
}
