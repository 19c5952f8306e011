import type { DatabaseSync } from 'node:sqlite';
import { createBatchWriter, type BatchedWrite } from './batch-writer.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createRunnerClosedError, type WorkCount } from '#engine/port';
import { isDatabaseBusy } from '#engine/store';

/** Called before and after each commit. `waitedMs` is the longest time that one of its writes waited. */
export type ObserveCommit = (phase: 'before' | 'after', writes: number, waitedMs: number) => void;

/** Queue of writes, which share commits so that many writes need only one disk sync. */
export interface CommitQueue {
  /**
   * Runs a write in the next commit, again if the commit is retried, and adds `work` to the hourly counts.
   * Resolves when both are durable.
   */
  add(write: () => void, work?: readonly WorkCount[]): Promise<void>;
  /** Resolves when no write has been added for a few turns of the event loop, or after `maxTurns`. */
  settle(maxTurns?: number): Promise<void>;
  /** Commits pending writes and rejects new ones. */
  close(): void;
}

export interface CommitQueueOptions {
  readonly observe?: ObserveCommit | undefined;
  readonly triesWhileLocked?: number;
  readonly checkFiles?: () => void;
  readonly onCommitted?: () => void;
  /** Callback for the failure of a commit that no single write caused. */
  readonly onFailed?: (thrown: unknown) => void;
}

interface PendingWrite extends BatchedWrite {
  readonly resolve: () => void;
  readonly reject: (thrown: unknown) => void;
}

const NO_WORK: readonly WorkCount[] = [];

const RETRY_MS = 20;
const TRIES_WHILE_LOCKED = 100;
/**
 * Maximum milliseconds to wait for a database lock. On a busy machine, it ends before the allowed number of
 * retries is reached.
 */
const MAX_LOCKED_MS = 4000;

/** Maximum number of writes per commit, which limits how long a commit blocks the event loop. */
const MAX_WRITES = 150;

/** Number of turns of the event loop without a write, after which no further write is expected. */
const IDLE_TURNS = 4;
const MAX_TURNS = 500;

/**
 * Creates the queue. Writes of two turns of the event loop share a commit. A write that throws
 * undoes only itself.
 */
export function createCommitQueue(
  database: DatabaseSync,
  options: CommitQueueOptions = {},
): CommitQueue {
  const { observe = doNothing, triesWhileLocked = TRIES_WHILE_LOCKED } = options;
  const { checkFiles = doNothing, onCommitted = doNothing, onFailed = doNothing } = options;
  const writeAll = createBatchWriter(database, checkFiles, onCommitted);
  let waiting: PendingWrite[] = [];
  let waitingSince = 0;
  let tries = 0;
  let lockedAt = 0;
  let closed = false;
  let isIdle = true;

  function flushWrites(): void {
    if (settleBatchUnlessLocked() && waiting.length > 0) setImmediate(flushWrites);
  }

  /** Commits a batch. Returns false if the same writes will be retried later. */
  function settleBatchUnlessLocked(): boolean {
    const batch = waiting.slice(0, MAX_WRITES);
    waiting = waiting.slice(MAX_WRITES);
    if (batch.length === 0) return true;
    const waitedMs = performance.now() - waitingSince;
    observe('before', batch.length, waitedMs);
    let refused: ReadonlyMap<PendingWrite, unknown>;
    try {
      refused = writeAll(batch);
    } catch (thrown) {
      if (database.isTransaction) database.exec('ROLLBACK');
      if (tries === 0) lockedAt = performance.now();
      tries += 1;
      const hasTime = performance.now() - lockedAt < MAX_LOCKED_MS;
      if (isDatabaseBusy(thrown) && hasTime && tries < triesWhileLocked && !closed) {
        waiting = [...batch, ...waiting];
        setTimeout(flushWrites, RETRY_MS);
        return false;
      }
      tries = 0;
      onFailed(thrown);
      for (const entry of batch) entry.reject(thrown);
      return true;
    }
    tries = 0;
    observe('after', batch.length - refused.size, waitedMs);
    for (const entry of batch) {
      if (refused.has(entry)) entry.reject(refused.get(entry));
      else entry.resolve();
    }
    return true;
  }

  return {
    add(write, work = NO_WORK) {
      return new Promise((resolve, reject) => {
        if (closed) return reject(createRunnerClosedError());
        isIdle = false;
        if (waiting.length === 0) {
          waitingSince = performance.now();
          setImmediate(setImmediate, flushWrites);
        }
        waiting.push({ write, work, resolve, reject });
      });
    },
    async settle(maxTurns = MAX_TURNS) {
      let idleTurns = 0;
      for (let turn = 0; turn < maxTurns && idleTurns < IDLE_TURNS; turn += 1) {
        isIdle = waiting.length === 0;
        await nextTurn();
        idleTurns = isIdle ? idleTurns + 1 : 0;
      }
    },
    close() {
      closed = true;
      while (waiting.length > 0) settleBatchUnlessLocked();
    },
  };
}

function doNothing(): void {}
