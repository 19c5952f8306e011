import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { createSharedCommits } from './shared-commits.ts';

function opened() {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE one (value INTEGER)');
  const insert = database.prepare('INSERT INTO one VALUES (?)');
  const commits = createSharedCommits(database, 'FULL');
  return {
    ...commits,
    database,
    insert: (value: number) => void insert.run(value),
    values: () =>
      database
        .prepare('SELECT value FROM one')
        .all()
        .map((row) => row['value']),
  };
}

it('does in one commit what is asked for in one turn; what throws fails alone', async () => {
  const { add, insert, values } = opened();
  const added = [
    add(() => insert(1), 'now'),
    add(() => {
      insert(2);
      throw new Error('no');
    }, 'now'),
    add(() => insert(3), 'soon'),
  ];
  expect(values()).toEqual([]);
  expect((await Promise.allSettled(added)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(values()).toEqual([1, 3]);
});

it('syncs a commit that is waited for, and only that', async () => {
  const { add, database } = opened();
  // 1 is NORMAL, 2 is FULL.
  const level = () => database.prepare('PRAGMA synchronous').get()?.['synchronous'];
  await add(() => undefined, 'soon');
  expect(level()).toBe(1);
  await Promise.all([add(() => undefined, 'soon'), add(() => undefined, 'now')]);
  expect(level()).toBe(2);
});

it('fails all of a commit that fails', async () => {
  const { add, database, commitWaitingWork } = opened();
  const adding = Promise.allSettled([add(() => 1, 'now'), add(() => 2, 'now')]);
  database.exec('BEGIN');
  commitWaitingWork();
  expect((await adding).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
