import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../port/index.ts';
import { createWatchers } from './watchers.ts';

/** How often to check whether other processes have written. A check costs some microseconds. */
const LOOK_MS = 50;

export interface OutsideChangesSite {
  readonly clock: Clock;
  /** Whether changes matter here, beside callers of `next`. */
  readonly isNeeded: () => boolean;
  /** Called when other processes have written, before waiting callers wake. */
  readonly onChange: () => void;
}

/** Notices writes of other processes to the file. */
export interface OutsideChanges {
  /** Begins to look; it goes on while `isNeeded` or while callers wait. */
  start(): void;
  /** The present moment, for a caller that reads first and then waits with `next`. */
  moment(): number;
  /**
   * Resolves when other processes have written, after `wake`, after `stop`, or when the signal
   * aborts; at once where any of these has happened since the given moment.
   */
  next(since: number, signal: AbortSignal): Promise<void>;
  /** Wakes waiting callers, because of a change in this process. */
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
  // The version stays while nothing is looking, so that writes in that time are noticed.
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
      // A caller after the end, such as a reader of a task that was just released, must not wait
      // forever.
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
