import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../port/index.ts';
import type { CommitQueue } from './commit-queue.ts';
import { batchesOf, createTaskEraser, FROM_THE_BEGINNING } from './erase-tasks.ts';

/** How long tasks are kept once they have ended. */
export interface Retention {
  /** Milliseconds since the last change of a task after which it is erased. */
  readonly endedForMs: number;
  /** Milliseconds between one look for such tasks and the next. Default an hour. */
  readonly everyMs?: number;
}

export interface SweepingSite {
  readonly database: DatabaseSync;
  readonly queue: CommitQueue;
  readonly clock: Clock;
  readonly retention: Retention;
  readonly onFailure: (thrown: unknown) => void;
}

/** Erases, now and then, what has ended long ago. */
export interface Sweeping {
  begin(): void;
  stop(): void;
}

const HOUR_MS = 3600 * 1000;
/** Tasks looked up at a time. */
const ROUND = 100;
/** Small, because running tasks wait for the same disk. */
const BOUNDS = { events: 500, tasks: 20 };

export function createSweeping(site: SweepingSite): Sweeping {
  const { database, queue, clock, retention, onFailure } = site;
  const { endedForMs, everyMs = HOUR_MS } = retention;
  const eraser = createTaskEraser(database);
  const stopping = new AbortController();
  let callOff = (): void => undefined;

  async function sweep(): Promise<void> {
    const before = clock.now() - endedForMs;
    let after = FROM_THE_BEGINNING;
    while (!stopping.signal.aborted) {
      const round = eraser.doomed(before, after, ROUND);
      const last = round.at(-1);
      if (!last) return;
      after = last;
      for (const batch of batchesOf(round, BOUNDS)) {
        // In the queue of everybody's writes, so that others get their turn in between.
        await queue.add(() => eraser.erase(batch));
      }
    }
  }

  async function sweepAndAgain(): Promise<void> {
    try {
      await sweep();
    } catch (thrown) {
      onFailure(thrown);
    }
    if (!stopping.signal.aborted) callOff = clock.schedule(everyMs, () => void sweepAndAgain());
  }

  return {
    begin: () => void sweepAndAgain(),
    stop() {
      stopping.abort();
      callOff();
    },
  };
}
