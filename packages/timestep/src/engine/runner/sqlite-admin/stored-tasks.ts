import type { PruneResult, StoredTasks } from '#engine/port';
import {
  createListPrefixCache,
  createSqlStoredTasks,
  createTransactionRunner,
  listEventPage,
} from '#engine/store';
import {
  CONTENT_BYTES,
  eraseTasks,
  recordThatErasedTextRemains,
} from '../sqlite/upkeep/erasing-table.ts';
import { shrinkFile } from '../sqlite/upkeep/shrink-file.ts';
import { StoreAdminError } from './store-admin-error.ts';
import { createStoreDatabase, type StoreFile } from './store-file.ts';

/**
 * Gives operators access to stored tasks. The rest of an erased task is deleted later by a server.
 */
export function createSqliteStoredTasks(store: StoreFile): StoredTasks {
  const deps = {
    database: createStoreDatabase(store),
    hasCounts: true,
    contentBytes: CONTENT_BYTES,
    cache: createListPrefixCache(),
    eraseTasks,
    onErased: recordThatErasedTextRemains,
    createMissingTaskError: (taskId: string) => createStoredTaskNotFoundError(taskId, store.path),
  };
  const tasks = createSqlStoredTasks(deps);
  const perform = createTransactionRunner(store.database);
  return {
    ...tasks,
    readEventsSync: (taskId, after, limit) => perform(listEventPage(deps, taskId, after, limit)),
    async prune(options): Promise<PruneResult> {
      const pruned = await tasks.prune(options);
      if (!options.isDryRun && !options.signal?.aborted) shrinkFile(store.database, WITHOUT_PAUSE);
      return pruned;
    },
  };
}

/** Pruning proceeds in short steps, so that other writers wait for one step at most. */
const WITHOUT_PAUSE = {
  now: () => 0,
  isStopping: () => false,
  pause: () => undefined,
};

export function createStoredTaskNotFoundError(taskId: string, path: string): StoreAdminError {
  const message = `${path} has no task ${taskId}: run timestep tasks list to see its tasks`;
  return new StoreAdminError('task-not-found', message);
}
