import { afterAll, describe, expect, it } from 'vitest';
import { createTransactionRunner } from '#engine/store';
import { taskListingSuite } from '#testing';
import { createSqliteStoredTasks } from '../../sqlite-admin/stored-tasks.ts';
import { openDatabase } from '../file/database.ts';
import { temporaryFiles } from '../store.fixture.ts';
import { createTaskQueries } from './task-queries.ts';
import { createTaskTable } from './task-table.ts';
import { encodeTaskWrite } from './task-write.ts';

const files = temporaryFiles();
afterAll(files.remove);

describe.each([1, 2, 3, undefined])('task queries that count %s at a time', (atATime) => {
  it.each(taskListingSuite)('$name', async ({ run }) => {
    const path = files.newPath();
    const database = openDatabase(path, 'NORMAL');
    const table = createTaskTable(database);
    const listed = run({
      ...createTaskQueries(createTransactionRunner(database), table, { countBatch: atATime }),
      insert: (task, log) => table.insert(encodeTaskWrite(task, log), 'me'),
      listTasks: (filter) => createSqliteStoredTasks({ database, path }).list(filter),
      listWaiting: (limit) => createSqliteStoredTasks({ database, path }).listWaiting(limit),
      findIds: (text, limit) => createSqliteStoredTasks({ database, path }).findIds(text, limit),
    });
    await expect(listed).resolves.toBeUndefined();
  });
});
