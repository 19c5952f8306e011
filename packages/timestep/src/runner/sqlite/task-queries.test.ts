import { afterAll, describe, expect, it } from 'vitest';
import { performIn } from '../../store/index.ts';
import { taskListingSuite } from '../../testing/index.ts';
import { listStoredTasks, waitingStoredTasks } from '../sqlite-admin/stored-tasks.ts';
import { openDatabase } from './database.ts';
import { temporaryFiles } from './store.fixture.ts';
import { createTaskQueries } from './task-queries.ts';
import { createTaskTable } from './task-table.ts';
import { writtenOf } from './written-task.ts';

const files = temporaryFiles();
afterAll(files.remove);

describe.each([1, 2, 3, undefined])('task queries that count %s at a time', (atATime) => {
  it.each(taskListingSuite)('$name', async ({ run }) => {
    const path = files.newPath();
    const database = openDatabase(path, 'NORMAL');
    const table = createTaskTable(database);
    const listed = run({
      ...createTaskQueries(performIn(database), table, atATime),
      insert: (task, log) => table.insert(writtenOf(task, log), 'me'),
      list: (filter) => listStoredTasks({ database, path }, filter),
      waiting: (limit) => waitingStoredTasks({ database, path }, limit),
    });
    await expect(listed).resolves.toBeUndefined();
  });
});
