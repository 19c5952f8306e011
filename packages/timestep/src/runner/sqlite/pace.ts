import type { DatabaseSync } from 'node:sqlite';

/** How long work goes on beside others that use the same file: in steps, with pauses. */
export interface Pace {
  /** Milliseconds, from any beginning. */
  readonly now: () => number;
  readonly isStopping: () => boolean;
  /** Waits where it is, for less where it is to stop. */
  readonly pause: (milliseconds: number) => void;
}

/** Others have the file to themselves for this part of the time that a step takes. */
const PAUSE_PART = 1 / 2;

/** Does steps, each a transaction of its own, until one says that nothing is left to do. */
export function inSteps(database: DatabaseSync, pace: Pace, step: () => 'more' | 'done'): void {
  while (!pace.isStopping()) {
    const began = pace.now();
    database.exec('BEGIN IMMEDIATE');
    let left: 'more' | 'done';
    try {
      left = step();
      database.exec('COMMIT');
    } catch (thrown) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw thrown;
    }
    if (left === 'done') return;
    pace.pause((pace.now() - began) * PAUSE_PART);
  }
}
