import { afterAll, expect, it } from 'vitest';
import { queryRows } from '#engine/store';
import { openDatabase } from './database.ts';
import { createOpenStore, createTransactions } from './open-store.ts';
import { temporaryFiles } from '../store.fixture.ts';

const files = temporaryFiles();
afterAll(files.remove);

it('returns what a write came to when it was committed, not what it came to before that', async () => {
  const path = files.newPath();
  const database = openDatabase(path, 'NORMAL');
  const store = createOpenStore(database, path);
  const sql = createTransactions(store);
  let runs = 0;
  const counted = sql.write(function* () {
    yield* queryRows('SELECT 1');
    return (runs += 1);
  });
  // The transaction of both is rolled back, and the first is written again without the second.
  const failing = store.queue.add(() => {
    throw new Error('cannot be written');
  });
  await expect(failing).rejects.toThrow('cannot be written');
  expect(await counted).toBe(runs);
  expect(runs).toBeGreaterThan(1);
  store.queue.close();
  database.close();
});
