import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import { enableWriteAheadLog } from './write-ahead-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function open(name: string): DatabaseSync {
  return new DatabaseSync(join(folder, name), { timeout: 0 });
}

function readMode(database: DatabaseSync): unknown {
  return database.prepare('PRAGMA journal_mode').get()?.['journal_mode'];
}

it('waits until another process has let go of the file', () => {
  const [database, other] = [open('locked.db'), open('locked.db')];
  other.exec('BEGIN EXCLUSIVE');
  const pauses: number[] = [];
  enableWriteAheadLog(database, (milliseconds) => {
    pauses.push(milliseconds);
    if (pauses.length === 3) other.exec('ROLLBACK');
  });
  expect(pauses).toEqual([5, 5, 5]);
  expect(readMode(database)).toBe('wal');
});

it('throws what SQLite reports if the file stays locked', () => {
  const [database, other] = [open('stuck.db'), open('stuck.db')];
  other.exec('BEGIN EXCLUSIVE');
  let pauses = 0;
  expect(() => enableWriteAheadLog(database, () => (pauses += 1))).toThrow('database is locked');
  expect(pauses).toBe(999);
});

it('does not repeat another failure', () => {
  const database = open('closed.db');
  database.close();
  let pauses = 0;
  expect(() => enableWriteAheadLog(database, () => (pauses += 1))).toThrow('not open');
  expect(pauses).toBe(0);
});
