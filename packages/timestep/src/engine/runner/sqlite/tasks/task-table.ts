import type { DatabaseSync } from 'node:sqlite';
import { createContentTable } from './content-table.ts';
import { createTaskClaims, type TaskClaims } from '../ownership/task-claims.ts';
import { createTaskReader, type TaskReader } from './task-reader.ts';
import { createTaskWriter, type TaskWriter } from './task-writer.ts';

/** Tasks, their logs and their owners. Writes must run in a transaction. */
export interface TaskTable extends TaskWriter, TaskReader, TaskClaims {}

export function createTaskTable(database: DatabaseSync): TaskTable {
  const contents = createContentTable(database);
  return {
    ...createTaskWriter(database, contents),
    ...createTaskReader(database, contents),
    ...createTaskClaims(database),
  };
}
