import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { SCHEMA_VERSION } from '../sqlite/file/database.ts';
import { withStore } from './store-file.ts';
import type { TaskListing } from '#engine/port';
import { createSqliteStoredTasks } from './stored-tasks.ts';
import { newStorePath, openRunner, settledTask } from './store.fixture.ts';

function list(path: string): Promise<TaskListing> {
  return withStore(path, 'read', (store) => createSqliteStoredTasks(store).list({ limit: 5 }));
}

async function changed(sql: string): Promise<string> {
  const path = newStorePath();
  const runner = openRunner(path);
  await settledTask(runner, 'parrot', 'hello');
  await runner.close(0);
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
  return path;
}

it('makes no database where there is none', async () => {
  const path = newStorePath();
  await expect(list(path)).rejects.toMatchObject({ code: 'no-database' });
  await expect(list(path)).rejects.toThrow(`${path} does not exist`);
  const folder = dirname(path);
  await expect(list(folder)).rejects.toMatchObject({
    code: 'no-database',
    message: `${folder} is not a file: give the path of the database with --database`,
  });
});

it('refuses files of others', async () => {
  const path = newStorePath();
  writeFileSync(path, 'a letter, and long enough not to be taken for an empty database'.repeat(20));
  await expect(list(path)).rejects.toMatchObject({ code: 'not-ours' });
  await expect(list(await changed('PRAGMA application_id = 7'))).rejects.toMatchObject({
    code: 'not-ours',
  });
});

it('refuses what a newer release wrote, and leaves what an older one wrote to runners', async () => {
  const newer = await changed(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
  await expect(list(newer)).rejects.toMatchObject({ code: 'newer-version' });
  const older = await changed('PRAGMA user_version = 0');
  await expect(list(older)).rejects.toMatchObject({ code: 'older-version' });
});

it('says which database holds a record that cannot be read', async () => {
  const path = await changed("UPDATE event SET body = '{' WHERE generation = 2");
  const { tasks } = await list(path);
  const id = String(tasks[0]?.id);
  const reading = withStore(path, 'read', (store) => createSqliteStoredTasks(store).load(id));
  await expect(reading).rejects.toMatchObject({ code: 'corrupt' });
  await expect(reading).rejects.toThrow(path);
});

it('cannot write what it opened to read', async () => {
  const path = await changed('SELECT 1');
  const writing = withStore(path, 'read', ({ database }) => database.exec('DELETE FROM task'));
  await expect(writing).rejects.toMatchObject({ code: 'read-only' });
});
