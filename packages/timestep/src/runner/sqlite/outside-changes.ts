import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../port/index.ts';
import { createWatchers } from './watchers.ts';

/** How often to ask whether other processes have written. Asking costs some microseconds. */
const LOOK_MS = 50;

export interface OutsideChangesSite {
  readonly clock: Clock;
  /** Whether anybody here would care, beside those who wait for the next change. */
  readonly isNeeded: () => boolean;
  /** Told that others have written, before those who wait are woken. */
  readonly onChange: () => void;
}

/** Notices what other processes write to the file. */
export interface OutsideChanges {
  /** Begins to look, if it does not yet; it goes on while it is needed. */
  start(): void;
  /** What `next` is to be told by whoever looks first and waits afterwards. */
  moment(): number;
  /**
   * Resolves when others have written, when woken, when stopped, or when the signal aborts; at once
   * where any of it has happened since that moment.
   */
  next(since: number, signal: AbortSignal): Promise<void>;
  /** Wakes those who wait, because of something that happened here. */
  wake(): void;
  stop(): void;
}

export function createOutsideChanges(
  database: DatabaseSync,
  { clock, isNeeded, onChange }: OutsideChangesSite,
): OutsideChanges {
  const select = database.prepare('PRAGMA data_version');
  const watchers = createWatchers();
  let waiting = 0;
  let wakings = 0;
  let callOff: (() => void) | undefined;
  let isStopped = false;
  // Kept while nobody looks, so that what was written meanwhile is noticed.
  let version = versionNow();

  function versionNow(): unknown {
    return select.get()?.['data_version'];
  }

  function wake(): void {
    wakings += 1;
    watchers.wake();
  }

  function look(): void {
    callOff = undefined;
    try {
      const seen = versionNow();
      if (seen !== version) {
        version = seen;
        onChange();
        wake();
      }
    } finally {
      if (waiting > 0 || isNeeded()) start();
    }
  }

  function start(): void {
    if (!isStopped) callOff ??= clock.schedule(LOOK_MS, look);
  }

  return {
    start,
    moment: () => wakings,
    async next(since, signal) {
      // Who asks after the end, as a reader of a task that was just let go of, must not wait for ever.
      if (isStopped || since !== wakings) return;
      start();
      waiting += 1;
      try {
        await watchers.next(signal);
      } finally {
        waiting -= 1;
      }
    },
    wake,
    stop() {
      isStopped = true;
      callOff?.();
      wake();
    },
  };
}
