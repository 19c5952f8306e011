import type { DatabaseSync } from 'node:sqlite';
import { isDatabaseBusy } from './store-error.ts';

const PAUSE_MS = 5;
const MAX_ATTEMPTS = 1000;

/**
 * Gives an SQLite file a write-ahead log. If several processes do so at the same time, SQLite
 * reports a locked database at once, whatever the busy timeout, so the attempt is repeated.
 */
export function enableWriteAheadLog(
  database: DatabaseSync,
  pause: (milliseconds: number) => void = blockThread,
): void {
  for (let attempts = 1; ; attempts += 1) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (thrown) {
      if (attempts >= MAX_ATTEMPTS || !isDatabaseBusy(thrown)) throw thrown;
    }
    pause(PAUSE_MS);
  }
}

function blockThread(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
