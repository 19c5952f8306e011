import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../file/database.ts';
import { shrinkFile } from './shrink-file.ts';
import type { Pace } from './upkeep-pace.ts';
import { temporaryFiles } from '../store.fixture.ts';

const files = temporaryFiles();
afterAll(files.remove);

const MEGABYTE = 1024 * 1024;

/** Work that is stopped after so many pauses. */
function pace(most = Infinity): Pace & { readonly pauses: () => number } {
  let pauses = 0;
  return {
    now: () => 0,
    isStopping: () => pauses >= most,
    pause: () => void (pauses += 1),
    pauses: () => pauses,
  };
}

/** A file of which nearly everything has been deleted; returns its size in bytes, now. */
function emptied(database: DatabaseSync, path: string): () => number {
  const insert = database.prepare('INSERT INTO blob (hash, body) VALUES (?, ?)');
  for (let each = 0; each < 100; each += 1) insert.run(`${each}`, 'x'.repeat(MEGABYTE / 10));
  database.exec("DELETE FROM blob WHERE hash <> '99'");
  return () => {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return statSync(path).size;
  };
}

it('gives what no record uses back to the disk, step by step, and keeps a reserve', () => {
  const path = files.newPath();
  const database = openDatabase(path, 'NORMAL');
  const size = emptied(database, path);
  expect(size()).toBeGreaterThan(10 * MEGABYTE);
  const some = pace(3);
  shrinkFile(database, some);
  const left = size();
  expect(left).toBeGreaterThan(8 * MEGABYTE);
  expect(left).toBeLessThan(10 * MEGABYTE);
  const all = pace();
  shrinkFile(database, all);
  expect(all.pauses()).toBeGreaterThan(10);
  expect(size()).toBeLessThan(2 * MEGABYTE);
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  const again = pace();
  shrinkFile(database, again);
  expect(again.pauses()).toBe(0);
  database.close();
});

it('leaves a file alone that an early release has made', () => {
  const path = files.newPath();
  const early = new DatabaseSync(path);
  early.exec('CREATE TABLE blob (hash TEXT, body TEXT)');
  const size = emptied(early, path);
  const before = size();
  shrinkFile(early, pace());
  expect(size()).toBe(before);
  early.close();
});
