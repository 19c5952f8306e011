import type { DatabaseSync } from 'node:sqlite';

/** Told around each commit: for tracing, and to see how long the disk holds the event loop up. */
export type ObserveCommit = (phase: 'before' | 'after', writes: number) => void;

/** Writes that share commits, so that the disk is waited for once for many. */
export interface CommitQueue {
  /** Runs the write in the next commit; resolves once it is durable. */
  add(write: () => void): Promise<void>;
  /** Commits what is waiting and takes nothing more. */
  close(): void;
}

interface Waiting {
  readonly write: () => void;
  readonly resolve: () => void;
  readonly reject: (thrown: unknown) => void;
}

/**
 * Everything added in one turn of the event loop is one transaction. A write that throws takes only
 * itself along, and must then have written nothing; a commit that fails takes all of them.
 */
export function createCommitQueue(
  database: DatabaseSync,
  observe: ObserveCommit = () => undefined,
): CommitQueue {
  const [begin, commit, rollback] = ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'].map((statement) =>
    database.prepare(statement),
  );
  let waiting: Waiting[] = [];
  let closed = false;

  function flush(): void {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    const written: Waiting[] = [];
    observe('before', batch.length);
    try {
      begin?.run();
      for (const entry of batch) {
        try {
          entry.write();
          written.push(entry);
        } catch (thrown) {
          entry.reject(thrown);
        }
      }
      commit?.run();
    } catch (thrown) {
      if (database.isTransaction) rollback?.run();
      for (const entry of batch) entry.reject(thrown);
      return;
    }
    observe('after', written.length);
    for (const entry of written) entry.resolve();
  }

  return {
    add(write) {
      return new Promise((resolve, reject) => {
        if (closed) return reject(new Error('the database is closed'));
        if (waiting.length === 0) setImmediate(flush);
        waiting.push({ write, resolve, reject });
      });
    },
    close() {
      closed = true;
      flush();
    },
  };
}
