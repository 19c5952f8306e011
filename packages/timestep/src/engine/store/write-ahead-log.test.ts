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

/** A time that passes only in pauses; `onPause` is called in each with the number of pauses. */
function pauseWith(onPause: (pauses: number) => void = () => {}) {
  const pauses: number[] = [];
  const pause = (milliseconds: number): void => onPause(pauses.push(milliseconds));
  const now = (): number => pauses.reduce((sum, milliseconds) => sum + milliseconds, 0);
  return { pauses, deps: { pause, now } };
}

it('waits until another process has let go of the file', () => {
  const [database, other] = [open('locked.db'), open('locked.db')];
  other.exec('BEGIN EXCLUSIVE');
  const { pauses, deps } = pauseWith((count) => {
    if (count === 3) other.exec('ROLLBACK');
  });
  enableWriteAheadLog(database, deps);
  expect(pauses).toEqual([5, 5, 5]);
  expect(readMode(database)).toBe('wal');
});

it('throws what SQLite reports if the file stays locked for five seconds', () => {
  const [database, other] = [open('stuck.db'), open('stuck.db')];
  other.exec('BEGIN EXCLUSIVE');
  const { pauses, deps } = pauseWith();
  expect(() => enableWriteAheadLog(database, deps)).toThrow('database is locked');
  expect(pauses).toHaveLength(1000);
});

it('makes no further attempt if the first has waited for the busy timeout', () => {
  const [database, other] = [open('slow.db'), open('slow.db')];
  other.exec('BEGIN EXCLUSIVE');
  const times = [0, 5000];
  let pauses = 0;
  const deps = { pause: () => void (pauses += 1), now: () => times.shift() ?? Number.NaN };
  expect(() => enableWriteAheadLog(database, deps)).toThrow('database is locked');
  expect(pauses).toBe(0);
});

it('does not repeat another failure', () => {
  const database = open('closed.db');
  database.close();
  const { pauses, deps } = pauseWith();
  expect(() => enableWriteAheadLog(database, deps)).toThrow('not open');
  expect(pauses).toEqual([]);
});
