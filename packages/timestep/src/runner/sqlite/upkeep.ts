import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { Clock, Retention } from '../../port/index.ts';
import { createErasingTable } from './erasing-table.ts';
import type { UpkeepThreadData } from './upkeep-thread.ts';
import { logBytes } from './write-ahead-log.ts';

export interface UpkeepSite {
  readonly database: DatabaseSync;
  readonly clock: Clock;
  readonly retention: Retention | undefined;
  readonly onFailure: (thrown: unknown) => void;
}

/**
 * Keeps a file small and rid of what was erased, in a thread: what it does to the disk holds up
 * nobody's event loop.
 */
export interface Upkeep {
  /** Begins what is due at start and then at intervals. */
  begin(): void;
  /** Looks whether anything is due; to be called every few seconds. */
  look(): void;
  /** Resolves when nothing is done any more; what was not finished is begun again by the next process. */
  stop(): Promise<void>;
}

const HOUR_MS = 3600 * 1000;

/** A log beyond this is taken in by the thread, because it would hold the event loop up. */
const LARGE_LOG_BYTES = 16 * 1024 * 1024;

/** Looks let pass after one at which a reader still needed the log. */
const LOOKS_BETWEEN = 2;

const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './upkeep-thread.ts' : './upkeep-thread.js',
  import.meta.url,
);

export function createUpkeep({ database, clock, retention, onFailure }: UpkeepSite): Upkeep {
  const path = database.location();
  const erasing = createErasingTable(database);
  const automatic = Number(
    database.prepare('PRAGMA wal_autocheckpoint').get()?.['wal_autocheckpoint'],
  );
  const stopping = new Int32Array(new SharedArrayBuffer(4));
  let running: Promise<void> | undefined;
  let thread: Worker | undefined;
  let isSweepDue = false;
  let looksToPass = 0;
  let callOff = (): void => undefined;

  function isLogLarge(): boolean {
    return path !== null && logBytes(path) > LARGE_LOG_BYTES;
  }

  function look(): void {
    if (running || path === null || Atomics.load(stopping, 0) !== 0) return;
    looksToPass -= 1;
    const isLeft = looksToPass < 0 && (isLogLarge() || erasing.isBegun());
    if (isSweepDue || isLeft) running = run(path);
  }

  async function run(file: string): Promise<void> {
    const endedBefore = isSweepDue && retention ? clock.now() - retention.endedForMs : undefined;
    isSweepDue = false;
    try {
      // Else the next commit here would take in all that the thread has not.
      database.exec('PRAGMA wal_autocheckpoint = 0');
      await inThread({ order: { path: file, endedBefore }, stopping }, (started) => {
        thread = started;
      });
      const isLarge = isLogLarge();
      looksToPass = isLarge || erasing.isBegun() ? LOOKS_BETWEEN : 0;
      if (!isLarge) database.exec(`PRAGMA wal_autocheckpoint = ${automatic}`);
    } catch (thrown) {
      looksToPass = LOOKS_BETWEEN;
      // Commits take the log in themselves where the thread cannot.
      database.exec(`PRAGMA wal_autocheckpoint = ${automatic}`);
      onFailure(thrown);
    }
    running = undefined;
    if (isSweepDue) look();
  }

  function sweepNow(): void {
    isSweepDue = true;
    look();
    callOff = clock.schedule(retention?.everyMs ?? HOUR_MS, sweepNow);
  }

  return {
    begin() {
      if (retention) sweepNow();
      else look();
    },
    look,
    async stop() {
      callOff();
      Atomics.store(stopping, 0, 1);
      Atomics.notify(stopping, 0);
      // Else a process with nothing more to do ends before the thread has.
      if (running) thread?.ref();
      await running;
    },
  };
}

/** The thread keeps no process alive, but for one that waits for it: `onThread` is given it. */
function inThread(workerData: UpkeepThreadData, onThread: (thread: Worker) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const thread = new Worker(THREAD, { workerData });
  thread.unref();
  onThread(thread);
  thread.on('error', reject);
  thread.on('exit', () => resolve());
  return promise;
}
