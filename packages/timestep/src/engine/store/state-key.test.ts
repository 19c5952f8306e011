import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { createTransactionRunner } from './transaction-runner.ts';
import { loadStateKey } from './state-key.ts';
import type { SqlDatabase } from './statement.ts';

function opened(): SqlDatabase {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE secret (name TEXT PRIMARY KEY, value TEXT NOT NULL)');
  const perform = createTransactionRunner(database);
  return {
    write: async (transaction) => perform(transaction()),
    read: async (transaction) => perform(transaction()),
  };
}

it('keeps the first key that is offered, also of several at once', async () => {
  const database = opened();
  const offered = [1, 2, 3].map((byte) => Buffer.alloc(32, byte));
  const keys = await Promise.all(offered.map((key) => loadStateKey(database, () => key)));
  expect(keys).toEqual([offered[0], offered[0], offered[0]]);
});

it('makes no key where there is one', async () => {
  const database = opened();
  const key = await loadStateKey(database, () => Buffer.alloc(32, 7));
  const again = loadStateKey(database, () => {
    throw new Error('made a second key');
  });
  await expect(again).resolves.toEqual(key);
});
