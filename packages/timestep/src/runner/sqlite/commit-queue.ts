import type { DatabaseSync } from 'node:sqlite';
import { createBatchWriter } from './batch-writer.ts';
import { isBusy } from './store-error.ts';

/**
 * Called around each commit: for tracing, and to measure how long the disk blocks the event loop. The oldest
 * of the writes has waited for so many milliseconds.
 */
export type ObserveCommit = (phase: 'before' | 'after', writes: number, waitedMs: number) => void;

/** Writes that share commits, so that one wait for the disk is enough for many of them. */
export interface CommitQueue {
  /** Runs the write in the next commit; resolves once it is durable. It may be run again. */
  add(write: () => void): Promise<void>;
  /** Commits the waiting writes and accepts no more. */
  close(): void;
}

export interface CommitQueueOptions {
  readonly observe?: ObserveCommit | undefined;
  readonly triesWhileLocked?: number;
  /** Throws where a commit would go to a file that cannot be found again. */
  readonly checkPlace?: () => void;
  /** Called after every durable commit. */
  readonly onCommitted?: () => void;
  /** Receives the failure of a commit, where it was not caused by one of the writes. */
  readonly onFailed?: (thrown: unknown) => void;
}

interface Waiting {
  readonly write: () => void;
  readonly resolve: () => void;
  readonly reject: (thrown: unknown) => void;
}

/**
 * While another process is writing, the queue tries again later and does not block the event loop.
 */
const RETRY_MS = 20;
const TRIES_WHILE_LOCKED = 100;
/** Bounds how long callers wait on a busy machine, where tries are less frequent. */
const LOCKED_FOR_MS = 4000;

/** Writes in one transaction: they block the event loop for some milliseconds at most. */
const MOST_WRITES = 150;

/**
 * Writes that are added in one turn of the event loop and the next share a transaction, or several if
 * they are many: what several sockets received at once takes two turns to become writes. A write that
 * throws undoes only itself; a commit that fails undoes all of its writes.
 */
export function createCommitQueue(
  database: DatabaseSync,
  options: CommitQueueOptions = {},
): CommitQueue {
  const { observe = () => undefined, triesWhileLocked = TRIES_WHILE_LOCKED } = options;
  const {
    checkPlace = () => undefined,
    onCommitted = () => undefined,
    onFailed = () => undefined,
  } = options;
  const writeAll = createBatchWriter(database, { checkPlace, onCommitted });
  let waiting: Waiting[] = [];
  let waitingSince = 0;
  let tries = 0;
  let lockedAt = 0;
  let closed = false;

  function flush(): void {
    if (commitSome() && waiting.length > 0) setImmediate(flush);
  }

  /** Returns false where the same writes will be tried again later. */
  function commitSome(): boolean {
    const batch = waiting.slice(0, MOST_WRITES);
    waiting = waiting.slice(MOST_WRITES);
    if (batch.length === 0) return true;
    const waitedMs = performance.now() - waitingSince;
    observe('before', batch.length, waitedMs);
    let refused: ReadonlyMap<Waiting, unknown>;
    try {
      refused = writeAll(batch);
    } catch (thrown) {
      if (database.isTransaction) database.exec('ROLLBACK');
      if (tries === 0) lockedAt = performance.now();
      tries += 1;
      const hasTime = performance.now() - lockedAt < LOCKED_FOR_MS;
      if (isBusy(thrown) && hasTime && tries < triesWhileLocked && !closed) {
        waiting = [...batch, ...waiting];
        setTimeout(flush, RETRY_MS);
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
    add(write) {
      return new Promise((resolve, reject) => {
        if (closed) return reject(new Error('the database is closed'));
        if (waiting.length === 0) {
          waitingSince = performance.now();
          setImmediate(setImmediate, flush);
        }
        waiting.push({ write, resolve, reject });
      });
    },
    close() {
      closed = true;
      while (waiting.length > 0) commitSome();
    },
  };
}
