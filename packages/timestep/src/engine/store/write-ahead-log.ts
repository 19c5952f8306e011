import type { DatabaseSync } from 'node:sqlite';
import { isDatabaseBusy } from './store-error.ts';

const PAUSE_MS = 5;

/** Maximum milliseconds of all attempts. One attempt may already wait as long as the busy timeout. */
const LIMIT_MS = 5000;

/** Dependencies of repeated attempts, which tests replace. */
interface AttemptDeps {
  readonly pause?: (milliseconds: number) => void;
  /** Returns a time in milliseconds that is never set back. */
  readonly now?: () => number;
}

/**
 * Gives an SQLite file a write-ahead log. If several processes do so at the same time, SQLite
 * reports a locked database at once, whatever the busy timeout, so the attempt is repeated.
 */
export function enableWriteAheadLog(
  database: DatabaseSync,
  { pause = blockThread, now = () => performance.now() }: AttemptDeps = {},
): void {
  const end = now() + LIMIT_MS;
  for (;;) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (thrown) {
      if (now() >= end || !isDatabaseBusy(thrown)) throw thrown;
    }
    pause(PAUSE_MS);
  }
}

function blockThread(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
