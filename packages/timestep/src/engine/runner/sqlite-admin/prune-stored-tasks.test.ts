import { expect, it } from 'vitest';
import type { PruneResult } from '#engine/port';
import { withStore } from './store-file.ts';
import { createSqliteStoredTasks } from './stored-tasks.ts';
import { newStorePath, openRunner, settledTask } from './store.fixture.ts';

function prune(path: string, before: number, isDryRun = false): Promise<PruneResult> {
  return withStore(path, isDryRun ? 'read' : 'write', (store) =>
    createSqliteStoredTasks(store).prune({ before, isDryRun }),
  );
}

function rows(path: string, table: string): Promise<number> {
  return withStore(path, 'read', ({ database }) =>
    Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']),
  );
}

it('deletes ended tasks with all that belongs to them, and no others', async () => {
  const path = newStorePath();
  const runner = openRunner(path);
  const gone = await settledTask(runner, 'parrot', 'old');
  const waiting = await settledTask(runner, 'asker', 'waits');
  const counted = await prune(path, Date.now() + 1000, true);
  expect(await rows(path, 'task')).toBe(2);

  const pruned = await prune(path, Date.now() + 1000);
  expect(pruned).toEqual(counted);
  expect(pruned).toMatchObject({ tasks: 1, events: gone.generation });
  expect(pruned.bytes).toBeGreaterThan(0);
  const { tasks } = await withStore(path, 'read', (store) =>
    createSqliteStoredTasks(store).list({ limit: 5 }),
  );
  expect(tasks.map(({ id }) => id)).toEqual([waiting.id]);
  expect(await rows(path, 'event')).toBe(waiting.generation);
  expect(await rows(path, 'inbound')).toBe(1);
});

it('ends between two transactions when it is called off', async () => {
  const path = newStorePath();
  await settledTask(openRunner(path), 'parrot', 'old');
  const options = { before: Date.now() + 1000, isDryRun: false, signal: AbortSignal.abort() };
  const pruned = await withStore(path, 'write', (store) =>
    createSqliteStoredTasks(store).prune(options),
  );
  expect(pruned).toEqual({ tasks: 0, events: 0, bytes: 0 });
  expect(await rows(path, 'task')).toBe(1);
});

it('leaves what changed since', async () => {
  const path = newStorePath();
  const { updatedAt } = await settledTask(openRunner(path), 'parrot', 'new');
  expect(await prune(path, updatedAt)).toEqual({ tasks: 0, events: 0, bytes: 0 });
  expect(await rows(path, 'task')).toBe(1);
});
