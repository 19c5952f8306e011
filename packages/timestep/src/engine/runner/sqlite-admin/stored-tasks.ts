import type { NumberedEvent, Task } from '../../../core/index.ts';
import type { StoredTasks, TaskFilter, TaskListing } from '../../port/index.ts';
import { listTasks, createTransactionRunner, listWaitingTasks } from '../../store/index.ts';
import { createErasingTable } from '../sqlite/upkeep/erasing-table.ts';
import { createTaskTable, type TaskTable } from '../sqlite/tasks/task-table.ts';
import { pruneStoredTasks } from './prune-stored-tasks.ts';
import { StoreAdminError } from './store-admin-error.ts';
import { runInTransaction, type StoreFile } from './store-file.ts';

/** Number of events per read, because a long log must not be in memory as a whole. */
const PAGE_SIZE = 256;
/** Number of records erased per statement. */
const RECORDS_PER_STATEMENT = 10_000;

/** Creates operator access to the tasks of an open database. */
export function createStoredTasks(store: StoreFile): StoredTasks {
  let table: TaskTable | undefined;
  return {
    list: async (filter) => listStoredTasks(store, filter),
    listWaiting: async (limit) => listWaitingStoredTasks(store, limit),
    load: async (taskId) => readStoredTask(store, taskId),
    async *events(taskId, after = 0) {
      yield* readEventPages((table ??= createTaskTable(store.database)), store, taskId, after);
    },
    readEventsSync(taskId, after, limit) {
      return readEventPage(
        (table ??= createTaskTable(store.database)),
        store,
        taskId,
        after,
        limit,
      );
    },
    prune: async (options) => pruneStoredTasks(store, options),
    erase: async (taskId) => eraseStoredTask(store, taskId),
  };
}

/**
 * Deletes an ended task. A running server, or the next one, removes the remaining traces from the
 * file.
 */
function eraseStoredTask(store: StoreFile, taskId: string): boolean {
  const erasing = createErasingTable(store.database);
  return runInTransaction(store, () => {
    if (!erasing.hideTasks([taskId])) return false;
    while (erasing.eraseSome(RECORDS_PER_STATEMENT) === 'more');
    erasing.noteTraces();
    return true;
  });
}

/** Lists the tasks of all principals, newest change first. */
export function listStoredTasks({ database }: StoreFile, filter: TaskFilter): TaskListing {
  return createTransactionRunner(database)(listTasks(filter));
}

/** Lists the waiting tasks, longest waiting first. */
export function listWaitingStoredTasks({ database }: StoreFile, limit: number): TaskListing {
  return createTransactionRunner(database)(listWaitingTasks(limit));
}

/** Loads a task, folded from its log. Throws `StoreAdminError` if it does not exist. */
export function readStoredTask({ database, path }: StoreFile, taskId: string): Task {
  const stored = createTaskTable(database).load(taskId);
  if (!stored) throw createTaskNotFoundError(taskId, path);
  return stored.task;
}

/**
 * Reads the log of a task, oldest event first. Throws `StoreAdminError` if the task does not exist.
 */
export function readStoredEvents(store: StoreFile, taskId: string): Generator<NumberedEvent> {
  return readEventPages(createTaskTable(store.database), store, taskId, 0);
}

function* readEventPages(
  table: TaskTable,
  store: StoreFile,
  taskId: string,
  after: number,
): Generator<NumberedEvent> {
  let page = readEventPage(table, store, taskId, after, PAGE_SIZE);
  while (page.length > 0) {
    yield* page;
    page = table.events(taskId, page.at(-1)?.generation ?? 0, PAGE_SIZE);
  }
}

function readEventPage(
  table: TaskTable,
  { path }: StoreFile,
  taskId: string,
  after: number,
  limit: number,
): readonly NumberedEvent[] {
  const page = table.events(taskId, after, limit);
  if (page.length === 0 && !table.readStatus(taskId)) throw createTaskNotFoundError(taskId, path);
  return page;
}

export function createTaskNotFoundError(taskId: string, path: string): StoreAdminError {
  const message = `${path} has no task ${taskId}: run timestep tasks list to see its tasks`;
  return new StoreAdminError('task-not-found', message);
}
