import type { DatabaseSync } from 'node:sqlite';
import type { Durability } from './task-database.ts';

export type Synchronous = 'FULL' | 'NORMAL';

/**
 * Commits of an SQLite file: all work that is added in one turn of the event loop shares a commit.
 */
export interface SharedCommits {
  /** Does work in the next commit; resolves once that is durable. Work that throws fails alone. */
  readonly add: <T>(work: () => T, durability: Durability) => Promise<T>;
  /** Commits the added work at once. */
  readonly flush: () => void;
}

interface Waiting {
  /** Does the work and returns a function that answers the caller once the work is durable. */
  readonly work: () => () => void;
  readonly durability: Durability;
  readonly reject: (thrown: unknown) => void;
}

export function createSharedCommits(
  database: DatabaseSync,
  synchronous: Synchronous,
): SharedCommits {
  let current: Synchronous = synchronous;
  let waiting: Waiting[] = [];

  function flush(): void {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    try {
      syncAs(batch.every(({ durability }) => durability === 'soon') ? 'NORMAL' : synchronous);
      database.exec('BEGIN IMMEDIATE');
      const answers = batch.map((one) => inSavepoint(database, one));
      database.exec('COMMIT');
      for (const answer of answers) answer();
    } catch (thrown) {
      if (database.isTransaction) database.exec('ROLLBACK');
      for (const { reject } of batch) reject(thrown);
    }
  }

  /** A synced commit also syncs the commits before it, because they are in the same file. */
  function syncAs(wanted: Synchronous): void {
    if (wanted !== current) database.exec(`PRAGMA synchronous = ${wanted}`);
    current = wanted;
  }

  return {
    add: <T>(act: () => T, durability: Durability) =>
      new Promise<T>((resolve, reject) => {
        if (waiting.length === 0) setImmediate(flush);
        const work = () => {
          const value = act();
          return () => resolve(value);
        };
        waiting.push({ work, durability, reject });
      }),
    flush,
  };
}

function inSavepoint(database: DatabaseSync, { work, reject }: Waiting): () => void {
  database.exec('SAVEPOINT alone');
  try {
    const answer = work();
    database.exec('RELEASE alone');
    return answer;
  } catch (thrown) {
    database.exec('ROLLBACK TO alone; RELEASE alone');
    return () => reject(thrown);
  }
}
