import type { PruneOptions, Pruned } from '../../port/index.ts';
import { performIn, pruneFiles, pruneSessions, type Transaction } from '../../store/index.ts';
import {
  batchesOf,
  createTaskEraser,
  FROM_THE_BEGINNING,
  type Doomed,
} from '../sqlite/erase-tasks.ts';
import { giveRoomBack } from '../sqlite/free-room.ts';
import { transaction, type StoreFile } from './store-file.ts';

/** How many tasks one query reads, so that memory does not grow with the number of pruned tasks. */
const ROUND = 2000;
/** How much one transaction deletes, so that runners never wait long for the disk. */
const BOUNDS = { events: 2000, tasks: 100, files: 10 };

/**
 * Deletes ended tasks, their logs and the messages they came from, in many short transactions: it
 * may be stopped at any time, and runners may use the database meanwhile. Like a runner's
 * retention, it keeps the tasks that conversations continue from.
 */
export function pruneStoredTasks(store: StoreFile, options: PruneOptions): Pruned {
  const eraser = createTaskEraser(store.database);
  let pruned: Pruned = { tasks: 0, events: 0, bytes: 0 };
  let after = FROM_THE_BEGINNING;
  for (;;) {
    const round = eraser.doomed(options.before, after, ROUND);
    const last = round.at(-1);
    if (!last) {
      if (!options.isDryRun) {
        pruneIn(store, options, pruneSessions, BOUNDS.tasks);
        pruneIn(store, options, pruneFiles, BOUNDS.files);
        giveRoomBack(store.database, WITHOUT_PAUSE);
      }
      return pruned;
    }
    after = last;
    for (const batch of batchesOf(round, BOUNDS)) {
      if (options.signal?.aborted) return pruned;
      if (!options.isDryRun) transaction(store, () => eraser.erase(batch));
      pruned = batch.reduce(plus, pruned);
    }
  }
}

/** Deletes what is old beside tasks, so much at a time. */
function pruneIn(
  store: StoreFile,
  { before, signal }: PruneOptions,
  pruneSome: (before: number, most: number) => Transaction<number>,
  most: number,
): void {
  const perform = performIn(store.database);
  for (;;) {
    if (signal?.aborted) return;
    if (transaction(store, () => perform(pruneSome(before, most))) < most) return;
  }
}

/** Needs no pauses, because each step is short and a writer waits for one step at most. */
const WITHOUT_PAUSE = {
  now: () => 0,
  isStopping: () => false,
  pause: () => undefined,
};

function plus(sum: Pruned, { events, bytes }: Doomed): Pruned {
  return { tasks: sum.tasks + 1, events: sum.events + events, bytes: sum.bytes + bytes };
}
