import type { DatabaseSync } from 'node:sqlite';
import { databaseFiles, keptFiles, type Trouble } from '../../port/index.ts';
import { requireFiles, storeErrorOf, troubleOf, type StoreError } from './store-error.ts';

/** Whether tasks can be kept, judged by the last write. */
export interface StoreWatch {
  /** Throws `StoreError` where the files of the database are no longer in their place. */
  readonly check: () => void;
  /** Does a write, unless the files are missing, and remembers whether it succeeded. */
  write(act: () => void): void;
  readonly onWritten: () => void;
  readonly onFailed: (thrown: unknown) => void;
  trouble(): Trouble | undefined;
  /** Whether the files have been missing since the last call. */
  wereAway(): boolean;
}

export function createStoreWatch(database: DatabaseSync, path: string): StoreWatch {
  const files = keptFiles(databaseFiles(database.location()));
  let failure: StoreError | undefined;
  let isBack = false;

  function check(): void {
    try {
      requireFiles(files);
    } catch (thrown) {
      onFailed(thrown);
      throw thrown;
    }
    if (failure?.code === 'gone') {
      failure = undefined;
      isBack = true;
    }
  }

  function onFailed(thrown: unknown): void {
    failure = storeErrorOf(thrown, path);
  }

  function onWritten(): void {
    failure = undefined;
  }

  return {
    check,
    write(act) {
      check();
      try {
        act();
        onWritten();
      } catch (thrown) {
        onFailed(thrown);
        throw thrown;
      }
    },
    onWritten,
    onFailed,
    trouble: () => failure && troubleOf(failure),
    wereAway() {
      const wereAway = isBack;
      isBack = false;
      return wereAway;
    },
  };
}
