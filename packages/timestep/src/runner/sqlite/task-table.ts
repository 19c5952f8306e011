import type { DatabaseSync } from 'node:sqlite';
import { createContentTable } from './content-table.ts';
import { createTaskClaims, type TaskClaims } from './task-claims.ts';
import { createTaskReading, type TaskReading } from './task-reading.ts';
import { createTaskWriting, type TaskWriting } from './task-writing.ts';

/** Tasks, their logs and their owners. Writes must run in a transaction. */
export interface TaskTable extends TaskWriting, TaskReading, TaskClaims {}

export function createTaskTable(database: DatabaseSync): TaskTable {
  const contents = createContentTable(database);
  return {
    ...createTaskWriting(database, contents),
    ...createTaskReading(database, contents),
    ...createTaskClaims(database),
  };
}
