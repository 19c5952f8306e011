import type { DatabaseSync } from 'node:sqlite';

/** How long work may go on beside other users of the same file: in steps, with pauses. */
export interface Pace {
  /** Milliseconds since any fixed time. */
  readonly now: () => number;
  readonly isStopping: () => boolean;
  /** Blocks for that long, or shorter when it must stop. */
  readonly pause: (milliseconds: number) => void;
}

/**
 * After a step, the file is left to other processes for this part of the time that the step took.
 */
const PAUSE_PART = 1 / 2;

/** Runs steps, each in a transaction of its own, until one returns `done`. */
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
