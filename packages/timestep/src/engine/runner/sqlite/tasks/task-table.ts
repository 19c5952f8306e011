import type { DatabaseSync } from 'node:sqlite';
import type { NumberedEvent, Task } from '#core';
import {
  bindTransactions,
  createListPrefixCache,
  listEvents,
  loadTask,
  queryFirst,
  type BoundTransactions,
  type ListPrefixCache,
  type Transaction,
} from '#engine/store';
import { claimTransactions, type Claim } from '../ownership/task-claims.ts';
import { appendWriteAndCheckWaits, createTaskWriter, insertNewTask } from './append-task.ts';
import type { TaskWrite } from './task-write.ts';

export type StoredTask = Claim & { readonly task: Task };

interface TaskLogs {
  insert(written: TaskWrite, owner: string): void;
  append(written: TaskWrite, owner: string, epoch: number): boolean;
  load(taskId: string): StoredTask | undefined;
  events(taskId: string, after: number, limit: number): NumberedEvent[];
}

/** Table of tasks with their logs and owners. Writes must run in a transaction. */
export type TaskTable = BoundTransactions<typeof claimTransactions> & TaskLogs;

export function createTaskTable(database: DatabaseSync): TaskTable {
  const writer = createTaskWriter(database);
  const { run } = writer;
  const cache = createListPrefixCache();
  return {
    ...bindTransactions(run, claimTransactions),
    insert: (written, owner) => insertNewTask(writer, written, owner),
    append: (written, owner, epoch) => appendWriteAndCheckWaits(writer, written, owner, epoch),
    load: (taskId) => run(loadStoredTask(taskId, cache)),
    events: (taskId, after, limit) => run(listEvents(taskId, after, limit, cache)),
  };
}

function* loadStoredTask(
  taskId: string,
  cache: ListPrefixCache,
): Transaction<StoredTask | undefined> {
  const row = yield* queryFirst('SELECT owner, epoch FROM task WHERE id = :taskId', { taskId });
  const task = row && (yield* loadTask(taskId, { cache }));
  return task && { task, owner: String(row['owner']), epoch: Number(row['epoch']) };
}
