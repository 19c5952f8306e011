import type { DatabaseSync } from 'node:sqlite';

/** Pacing of long work on a file that others use: steps with pauses. */
export interface Pace {
  /** Milliseconds since any fixed time. */
  readonly now: () => number;
  readonly isStopping: () => boolean;
  /** Blocks for that time, or less if the work must stop. */
  readonly pause: (milliseconds: number) => void;
}

/** Length of the pause after a step, as a fraction of the step's duration. */
const PAUSE_PART = 1 / 2;

/** Runs steps, each in its own transaction, until one returns `done`. */
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
