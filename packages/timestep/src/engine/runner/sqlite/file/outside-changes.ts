import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '#engine/port';
import { createChangeWatchers } from '../watchers.ts';

/** Milliseconds between checks for writes of other processes. A check takes some microseconds. */
const POLL_MS = 50;

export interface OutsideChangesDeps {
  readonly clock: Clock;
  /** Whether writes of other processes must be detected even if no caller waits. */
  readonly isNeeded: () => boolean;
  /** Called after a write of another process, before waiting callers wake. */
  readonly onChange: () => void;
}

export interface OutsideChanges {
  /**
   * Starts to check for writes of other processes while `isNeeded` returns true or callers wait.
   */
  start(): void;
  /** Returns a number for the current state, with which a caller can read first and then wait by `next`. */
  moment(): number;
  /**
   * Waits until another process has written to the database since `since`, or until `wake`, `stop` or an
   * abort.
   */
  next(since: number, signal: AbortSignal): Promise<void>;
  wake(): void;
  stop(): void;
}

export function createOutsideChangeDetector(
  database: DatabaseSync,
  { clock, isNeeded, onChange }: OutsideChangesDeps,
): OutsideChanges {
  const select = database.prepare('PRAGMA data_version');
  const watchers = createChangeWatchers();
  let waiting = 0;
  let wakings = 0;
  let callOff: (() => void) | undefined;
  let isStopped = false;
  // SQLite's `data_version` also reveals writes that happened while no checks were running.
  let version = readDataVersion();

  function readDataVersion(): unknown {
    return select.get()?.['data_version'];
  }

  function wakeWatchers(): void {
    wakings += 1;
    watchers.wake();
  }

  function checkForOutsideWrites(): void {
    callOff = undefined;
    try {
      const seen = readDataVersion();
      if (seen !== version) {
        version = seen;
        onChange();
        wakeWatchers();
      }
    } finally {
      if (waiting > 0 || isNeeded()) schedulePoll();
    }
  }

  function schedulePoll(): void {
    if (!isStopped) callOff ??= clock.schedule(POLL_MS, checkForOutsideWrites);
  }

  return {
    start: schedulePoll,
    moment: () => wakings,
    async next(since, signal) {
      // After `stop`, waiting callers must wake: a reader of a released task would wait forever.
      if (isStopped || since !== wakings) return;
      schedulePoll();
      waiting += 1;
      try {
        await watchers.next(signal);
      } finally {
        waiting -= 1;
      }
    },
    wake: wakeWatchers,
    stop() {
      isStopped = true;
      callOff?.();
      wakeWatchers();
    },
  };
}
