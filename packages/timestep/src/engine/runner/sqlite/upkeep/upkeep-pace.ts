import type { DatabaseSync } from 'node:sqlite';
import { runInTransaction } from '#engine/store';

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
export function repeatStep(database: DatabaseSync, pace: Pace, step: () => 'more' | 'done'): void {
  while (!pace.isStopping()) {
    const began = pace.now();
    if (runInTransaction(database, step) === 'done') return;
    pace.pause((pace.now() - began) * PAUSE_PART);
  }
}
