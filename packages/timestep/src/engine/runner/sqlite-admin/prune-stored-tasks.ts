import type { PruneOptions, PruneResult } from '../../port/index.ts';
import {
  createTransactionRunner,
  pruneFiles,
  pruneSessions,
  type Transaction,
} from '../../store/index.ts';
import {
  groupIntoBatches,
  createTaskEraser,
  START_POSITION,
  type ErasableTask,
} from '../sqlite/upkeep/erase-tasks.ts';
import { shrinkFile } from '../sqlite/upkeep/shrink-file.ts';
import { runInTransaction, type StoreFile } from './store-file.ts';

/** Number of tasks per query, so that memory does not grow with the number of pruned tasks. */
const TASKS_PER_QUERY = 2000;
/** Limits of one transaction, so that runners never wait long for the disk. */
const TRANSACTION_LIMITS = { events: 2000, tasks: 100, files: 10 };

/**
 * Deletes ended tasks, their logs and their messages, in many short transactions: it can be stopped
 * at any time, and runners can use the database meanwhile. Like the retention of a runner, it keeps
 * tasks that conversations continue.
 */
export function pruneStoredTasks(store: StoreFile, options: PruneOptions): PruneResult {
  const eraser = createTaskEraser(store.database);
  let pruned: PruneResult = { tasks: 0, events: 0, bytes: 0 };
  let after = START_POSITION;
  for (;;) {
    const round = eraser.listErasable(options.before, after, TASKS_PER_QUERY);
    const last = round.at(-1);
    if (!last) {
      if (!options.isDryRun) {
        pruneInSteps(store, options, pruneSessions, TRANSACTION_LIMITS.tasks);
        pruneInSteps(store, options, pruneFiles, TRANSACTION_LIMITS.files);
        shrinkFile(store.database, WITHOUT_PAUSE);
      }
      return pruned;
    }
    after = last;
    for (const batch of groupIntoBatches(round, TRANSACTION_LIMITS)) {
      if (options.signal?.aborted) return pruned;
      if (!options.isDryRun) runInTransaction(store, () => eraser.erase(batch));
      pruned = batch.reduce(addToResult, pruned);
    }
  }
}

/** Deletes old sessions or files, at most `most` per transaction. */
function pruneInSteps(
  store: StoreFile,
  { before, signal }: PruneOptions,
  pruneSome: (before: number, most: number) => Transaction<number>,
  most: number,
): void {
  const perform = createTransactionRunner(store.database);
  for (;;) {
    if (signal?.aborted) return;
    if (runInTransaction(store, () => perform(pruneSome(before, most))) < most) return;
  }
}

/** Without pauses, because each step is short and a writer waits for one step at most. */
const WITHOUT_PAUSE = {
  now: () => 0,
  isStopping: () => false,
  pause: () => undefined,
};

function addToResult(sum: PruneResult, { events, bytes }: ErasableTask): PruneResult {
  return { tasks: sum.tasks + 1, events: sum.events + events, bytes: sum.bytes + bytes };
}
