import type { DatabaseSync } from 'node:sqlite';
import type { Durability } from './task-database.ts';

export type Synchronous = 'FULL' | 'NORMAL';

export interface SharedCommits {
  /** Runs a write in the next shared commit. Resolves when the commit is durable. */
  readonly add: <T>(work: () => T, durability: Durability) => Promise<T>;
  readonly commitWaitingWork: () => void;
}

interface QueuedWork {
  /** Returns a function that resolves the caller's promise after the commit. */
  readonly work: () => () => void;
  readonly durability: Durability;
  readonly reject: (thrown: unknown) => void;
}

export function createSharedCommits(
  database: DatabaseSync,
  synchronous: Synchronous,
): SharedCommits {
  let current: Synchronous = synchronous;
  let waiting: QueuedWork[] = [];

  function commitWaitingWork(): void {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    try {
      setSynchronousMode(
        batch.every(({ durability }) => durability === 'soon') ? 'NORMAL' : synchronous,
      );
      database.exec('BEGIN IMMEDIATE');
      const answers = batch.map((one) => runInSavepoint(database, one));
      database.exec('COMMIT');
      for (const answer of answers) answer();
    } catch (thrown) {
      if (database.isTransaction) database.exec('ROLLBACK');
      for (const { reject } of batch) reject(thrown);
    }
  }

  /** Sets whether the next commit is synced to disk, which also syncs all earlier commits. */
  function setSynchronousMode(wanted: Synchronous): void {
    if (wanted !== current) database.exec(`PRAGMA synchronous = ${wanted}`);
    current = wanted;
  }

  return {
    add: <T>(act: () => T, durability: Durability) =>
      new Promise<T>((resolve, reject) => {
        if (waiting.length === 0) setImmediate(commitWaitingWork);
        const work = () => {
          const value = act();
          return () => resolve(value);
        };
        waiting.push({ work, durability, reject });
      }),
    commitWaitingWork,
  };
}

function runInSavepoint(database: DatabaseSync, { work, reject }: QueuedWork): () => void {
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
