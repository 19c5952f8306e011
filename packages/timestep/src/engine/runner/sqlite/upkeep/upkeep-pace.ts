import type { DatabaseSync } from 'node:sqlite';

/** Steps with pauses, for long work on a file that others use. */
export interface Pace {
  readonly now: () => number;
  readonly isStopping: () => boolean;
  /** Pauses the thread. Returns early if the work must stop. */
  readonly pause: (milliseconds: number) => void;
}

/** Pause after a step, as a fraction of the step's duration. */
const PAUSE_PART = 1 / 2;

/** Runs transactions until a step returns `done`. */
export function runInSteps(database: DatabaseSync, pace: Pace, step: () => 'more' | 'done'): void {
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
