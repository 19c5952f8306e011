import type { NumberedEvent, Task } from '../../core/index.ts';
import type { StoredTasks, TaskFilter, TaskListing } from '../../port/index.ts';
import { listTasks, performIn, waitingTasks } from '../../store/index.ts';
import { createErasingTable } from '../sqlite/erasing-table.ts';
import { createTaskTable, type TaskTable } from '../sqlite/task-table.ts';
import { pruneStoredTasks } from './prune-stored-tasks.ts';
import { StoreAdminError } from './store-admin-error.ts';
import { transaction, type StoreFile } from './store-file.ts';

/** Events read at a time, because a long log must not be in memory as a whole. */
const PAGE = 256;
/** Records erased by one statement. */
const RECORDS = 10_000;

/** The tasks of an open database, as the port that other databases implement, too. */
export function storedTasksIn(store: StoreFile): StoredTasks {
  let table: TaskTable | undefined;
  return {
    list: async (filter) => listStoredTasks(store, filter),
    waiting: async (limit) => waitingStoredTasks(store, limit),
    load: async (taskId) => readStoredTask(store, taskId),
    async *events(taskId, after = 0) {
      yield* storedEvents((table ??= createTaskTable(store.database)), store, taskId, after);
    },
    eventsAtOnce(taskId, after, limit) {
      return pageOf((table ??= createTaskTable(store.database)), store, taskId, after, limit);
    },
    prune: async (options) => pruneStoredTasks(store, options),
    erase: async (taskId) => eraseStoredTask(store, taskId),
  };
}

/** Deletes a task that has ended; a server or the next one removes the traces that it leaves. */
function eraseStoredTask(store: StoreFile, taskId: string): boolean {
  const erasing = createErasingTable(store.database);
  return transaction(store, () => {
    if (!erasing.begin([taskId])) return false;
    while (erasing.eraseSome(RECORDS) === 'more');
    erasing.noteTraces();
    return true;
  });
}

/** The tasks of all principals, newest change first. */
export function listStoredTasks({ database }: StoreFile, filter: TaskFilter): TaskListing {
  return performIn(database)(listTasks(filter));
}

/** The tasks that wait, the one that has waited longest first. */
export function waitingStoredTasks({ database }: StoreFile, limit: number): TaskListing {
  return performIn(database)(waitingTasks(limit));
}

/** A task, folded from its log. Throws `StoreAdminError` where it does not exist. */
export function readStoredTask({ database, path }: StoreFile, taskId: string): Task {
  const stored = createTaskTable(database).load(taskId);
  if (!stored) throw noSuchTask(taskId, path);
  return stored.task;
}

/** The log of a task, oldest event first. Throws `StoreAdminError` where there is no such task. */
export function readStoredEvents(store: StoreFile, taskId: string): Generator<NumberedEvent> {
  return storedEvents(createTaskTable(store.database), store, taskId, 0);
}

function* storedEvents(
  table: TaskTable,
  store: StoreFile,
  taskId: string,
  after: number,
): Generator<NumberedEvent> {
  let page = pageOf(table, store, taskId, after, PAGE);
  while (page.length > 0) {
    yield* page;
    page = table.events(taskId, page.at(-1)?.generation ?? 0, PAGE);
  }
}

function pageOf(
  table: TaskTable,
  { path }: StoreFile,
  taskId: string,
  after: number,
  limit: number,
): readonly NumberedEvent[] {
  const page = table.events(taskId, after, limit);
  if (page.length === 0 && !table.status(taskId)) throw noSuchTask(taskId, path);
  return page;
}

export function noSuchTask(taskId: string, path: string): StoreAdminError {
  const message = `${path} holds no task ${taskId}: timestep tasks list shows those it holds`;
  return new StoreAdminError('task-not-found', message);
}
