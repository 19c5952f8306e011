import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { backUpStore } from './back-up-store.ts';
import { withStore } from './store-file.ts';
import { createSqliteStoredTasks } from './stored-tasks.ts';
import { newStorePath, openRunner, settledTask, startedTask } from './store.fixture.ts';

it('copies a database that a runner has open', async () => {
  const path = newStorePath();
  const runner = openRunner(path);
  const { id } = await settledTask(runner, 'parrot', 'hello');
  await startedTask(runner, 'thinker', 'hello');
  const copy = join(dirname(path), 'copy.db');
  const made = await withStore(path, 'read', (store) => backUpStore(store, copy));
  expect(made).toMatchObject({ file: copy, tasks: 2 });
  const [original, copied] = await Promise.all(
    [path, copy].map((file) =>
      withStore(file, 'read', (store) => createSqliteStoredTasks(store).load(id)),
    ),
  );
  expect(copied).toEqual(original);
  expect(existsSync(`${copy}.partial`)).toBe(false);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
});

it('makes a copy that a runner goes on with', async () => {
  const path = newStorePath();
  const waiting = await settledTask(openRunner(path), 'asker', 'hello');
  const copy = join(dirname(path), 'copy.db');
  await withStore(path, 'read', (store) => backUpStore(store, copy));
  const restored = openRunner(copy);
  expect((await restored.cancel(waiting.id)).state).toBe('canceled');
  const { tasks } = await withStore(path, 'read', (store) =>
    createSqliteStoredTasks(store).list({ limit: 1 }),
  );
  expect(tasks[0]?.state).toBe('input-required');
});

it('refuses a file that exists and a folder that does not', async () => {
  const path = newStorePath();
  await settledTask(openRunner(path), 'parrot', 'hello');
  const backUp = (file: string) => withStore(path, 'read', (store) => backUpStore(store, file));
  await expect(backUp(path)).rejects.toMatchObject({ code: 'file-exists' });
  const nowhere = join(dirname(path), 'missing', 'copy.db');
  await expect(backUp(nowhere)).rejects.toMatchObject({ code: 'no-folder' });
});
