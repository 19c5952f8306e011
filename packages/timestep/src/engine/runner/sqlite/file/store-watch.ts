import type { DatabaseSync } from 'node:sqlite';
import { listDatabaseFiles, watchFiles, type StorageProblem } from '../../../port/index.ts';
import { requireFiles, toStoreError, toStorageProblem, type StoreError } from '../store-error.ts';

/** Whether tasks can be stored, judged by the last write. */
export interface StoreWatch {
  /** Throws `StoreError` if the database files were deleted or replaced. */
  readonly check: () => void;
  /** Runs a write unless the files are missing, and records whether it succeeded. */
  write(act: () => void): void;
  readonly onWritten: () => void;
  readonly onFailed: (thrown: unknown) => void;
  getProblem(): StorageProblem | undefined;
  /** Returns whether the files were missing since the last call. */
  wereFilesMissing(): boolean;
}

export function createStoreWatch(database: DatabaseSync, path: string): StoreWatch {
  const files = watchFiles(listDatabaseFiles(database.location()));
  let failure: StoreError | undefined;
  let isBack = false;

  function requireDatabaseFiles(): void {
    try {
      requireFiles(files);
    } catch (thrown) {
      recordFailure(thrown);
      throw thrown;
    }
    if (failure?.code === 'gone') {
      failure = undefined;
      isBack = true;
    }
  }

  function recordFailure(thrown: unknown): void {
    failure = toStoreError(thrown, path);
  }

  function clearFailure(): void {
    failure = undefined;
  }

  return {
    check: requireDatabaseFiles,
    write(act) {
      requireDatabaseFiles();
      try {
        act();
        clearFailure();
      } catch (thrown) {
        recordFailure(thrown);
        throw thrown;
      }
    },
    onWritten: clearFailure,
    onFailed: recordFailure,
    getProblem: () => failure && toStorageProblem(failure),
    wereFilesMissing() {
      const wereAway = isBack;
      isBack = false;
      return wereAway;
    },
  };
}
