import type { DatabaseSync } from 'node:sqlite';
import { runInTransaction } from '#engine/store';

/** Paces long work on a file that others use: steps with pauses between them. */
export interface Pace {
  readonly now: () => number;
  readonly isStopping: () => boolean;
  /** Pauses the thread. Returns early if the work must stop meanwhile. */
  readonly pause: (milliseconds: number) => void;
}

/** Length of the pause after a step, as a fraction of the step's duration. */
const PAUSE_PART = 1 / 2;

/** Repeats a step, each time in its own transaction, until it returns `done`. */
export function repeatStepUntilDone(
  database: DatabaseSync,
  pace: Pace,
  step: () => 'more' | 'done',
): void {
  while (!pace.isStopping()) {
    const began = pace.now();
    if (runInTransaction(database, step) === 'done') return;
    pace.pause((pace.now() - began) * PAUSE_PART);
  }
}
