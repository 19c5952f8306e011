import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { Clock, Retention } from '#engine/port';
import { readPragma } from '#engine/store';
import { createErasingTable } from './erasing-table.ts';
import type { UpkeepThreadData } from './upkeep-thread.ts';
import { getWriteAheadLogSize } from './write-ahead-log.ts';

/** Keeps a database file small and free of erased text, by work in a thread. */
export interface Upkeep {
  start(): void;
  /** Starts upkeep work that is due. Call it every few seconds. */
  check(): void;
  /** Stops the upkeep. Resolves when all of its work has stopped. */
  stop(): Promise<void>;
}

const HOUR_MS = 3600 * 1000;

/**
 * Size of the write-ahead log, in bytes, above which a background thread copies it into the database instead
 * of a commit.
 */
const LARGE_LOG_BYTES = 16 * 1024 * 1024;

/** Number of checks to skip after a reader prevented the truncation of the write-ahead log. */
const SKIPPED_CHECKS = 2;

const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './upkeep-thread.ts' : './upkeep-thread.js',
  import.meta.url,
);

export function createUpkeep(
  database: DatabaseSync,
  clock: Clock,
  retention: Retention | undefined,
  onFailure: (thrown: unknown) => void,
): Upkeep {
  const path = database.location();
  const erasing = createErasingTable(database);
  const automatic = readPragma(database, 'wal_autocheckpoint');
  const stopping = new Int32Array(new SharedArrayBuffer(4));
  let running: Promise<void> | undefined;
  let thread: Worker | undefined;
  let isSweepDue = false;
  let skippedChecks = 0;
  let callOff = (): void => undefined;

  function isLogLarge(): boolean {
    return path !== null && getWriteAheadLogSize(path) > LARGE_LOG_BYTES;
  }

  function startUpkeepIfNeeded(): void {
    if (running || path === null || Atomics.load(stopping, 0) !== 0) return;
    skippedChecks -= 1;
    const isLeft = skippedChecks < 0 && (isLogLarge() || erasing.hasUnfinished());
    if (isSweepDue || isLeft) running = runUpkeepJob(path);
  }

  async function runUpkeepJob(file: string): Promise<void> {
    const endedBefore = isSweepDue && retention ? clock.now() - retention.endedForMs : undefined;
    isSweepDue = false;
    try {
      // Without automatic checkpoints, no commit on the event loop copies what is left of the write-ahead
      // log into the database.
      database.exec('PRAGMA wal_autocheckpoint = 0');
      await runInThread({ job: { path: file, endedBefore }, stopping }, (started) => {
        thread = started;
      });
      const isLarge = isLogLarge();
      skippedChecks = isLarge || erasing.hasUnfinished() ? SKIPPED_CHECKS : 0;
      if (!isLarge) database.exec(`PRAGMA wal_autocheckpoint = ${automatic}`);
    } catch (thrown) {
      skippedChecks = SKIPPED_CHECKS;
      database.exec(`PRAGMA wal_autocheckpoint = ${automatic}`);
      onFailure(thrown);
    }
    running = undefined;
    if (isSweepDue) startUpkeepIfNeeded();
  }

  function sweepAndScheduleNext(): void {
    isSweepDue = true;
    startUpkeepIfNeeded();
    callOff = clock.schedule(retention?.everyMs ?? HOUR_MS, sweepAndScheduleNext);
  }

  return {
    start() {
      if (retention) sweepAndScheduleNext();
      else startUpkeepIfNeeded();
    },
    check: startUpkeepIfNeeded,
    async stop() {
      callOff();
      Atomics.store(stopping, 0, 1);
      Atomics.notify(stopping, 0);
      // `ref` keeps the process alive until the thread has ended, even if it has no other work.
      if (running) thread?.ref();
      await running;
    },
  };
}

/** Runs the upkeep in a thread that does not keep the process alive. */
function runInThread(
  workerData: UpkeepThreadData,
  onThread: (thread: Worker) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const thread = new Worker(THREAD, { workerData });
  thread.unref();
  onThread(thread);
  thread.on('error', reject);
  thread.on('exit', () => resolve());
  return promise;
}
