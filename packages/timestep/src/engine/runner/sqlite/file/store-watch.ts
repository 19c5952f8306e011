import type { DatabaseSync } from 'node:sqlite';
import { listDatabaseFiles, createFileWatch, type StorageProblem } from '#engine/port';
import { StoreError, toStoreError, type StoreErrorCode } from '#engine/store';

export interface StoreWatch {
  /** Throws `StoreError` if the database files were deleted or replaced. */
  readonly check: () => void;
  write(act: () => void): void;
  readonly onWritten: () => void;
  readonly onFailed: (thrown: unknown) => void;
  getProblem(): StorageProblem | undefined;
  /** Returns whether the database files were missing since the last call. */
  wereFilesMissing(): boolean;
}

export function createStoreFileWatch(database: DatabaseSync, path: string): StoreWatch {
  const files = createFileWatch(listDatabaseFiles(database.location()));
  let failure: StoreError | undefined;
  let isBack = false;

  function requireUnchangedFiles(): void {
    const problem = files.check();
    if (problem !== undefined) {
      const message = `${problem} while it was in use, so nothing is accepted: move it back, or restore a backup and restart`;
      failure = new StoreError('gone', message);
      throw failure;
    }
    if (failure?.code === 'gone') {
      failure = undefined;
      isBack = true;
    }
  }

  function setStoreFailure(thrown: unknown): void {
    failure = toStoreError(thrown, path);
  }

  function clearStoreFailure(): void {
    failure = undefined;
  }

  return {
    check: requireUnchangedFiles,
    write(act) {
      requireUnchangedFiles();
      try {
        act();
        clearStoreFailure();
      } catch (thrown) {
        setStoreFailure(thrown);
        throw thrown;
      }
    },
    onWritten: clearStoreFailure,
    onFailed: setStoreFailure,
    getProblem: () => failure && toStorageProblem(failure.code),
    wereFilesMissing() {
      const wereAway = isBack;
      isBack = false;
      return wereAway;
    },
  };
}

/** The reasons contain no paths, because callers must not learn the location of the file. */
const REASONS: Readonly<Record<StoreErrorCode, string>> = {
  'cannot-open': 'the database cannot be opened',
  'not-ours': 'the file is not a database of tasks',
  'newer-version': 'the database was written by a newer release',
  corrupt: 'the database is damaged',
  locked: 'another process has locked the database',
  'unsafe-disk': 'the locks of the database do not hold on its disk',
  full: 'the disk is full',
  'read-only': 'the database is not writable',
  gone: 'the database file was deleted or replaced',
  failed: 'the database failed',
};

function toStorageProblem(code: StoreErrorCode): StorageProblem {
  return { code, message: `tasks cannot be stored: ${REASONS[code]}` };
}
