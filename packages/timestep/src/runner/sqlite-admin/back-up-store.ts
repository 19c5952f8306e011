import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makePrivateFile, type BackedUp } from '../../port/index.ts';
import { storeErrorOf } from '../sqlite/store-error.ts';
import { integrityProblems } from './integrity.ts';
import { StoreAdminError } from './store-admin-error.ts';
import type { StoreFile } from './store-file.ts';

/**
 * Copies a database as it is at one moment, while runners use it, checks the copy and only then gives
 * it its name. Throws `StoreAdminError` when the file exists or the copy is not sound.
 */
export function backUpStore({ database }: StoreFile, file: string): BackedUp {
  if (existsSync(file)) {
    throw new StoreAdminError('file-exists', `${file} exists already: choose another name`);
  }
  if (!existsSync(dirname(file))) {
    throw new StoreAdminError('no-folder', `the folder of ${file} does not exist: make it first`);
  }
  const partial = `${file}.partial`;
  rmSync(partial, { force: true });
  try {
    copyTo(database, partial, file);
    const counts = checkedCopy(partial);
    synced(partial);
    renameSync(partial, file);
    return { file, ...counts, bytes: statSync(file).size };
  } finally {
    rmSync(partial, { force: true });
  }
}

function copyTo(database: DatabaseSync, partial: string, file: string): void {
  try {
    // SQLite takes an empty file as it is, with its permissions.
    makePrivateFile(partial);
    // A copy of a file that an early release has made gives room back, too. Where a file does so
    // already, SQLite takes the same setting for a write.
    if (database.prepare('PRAGMA auto_vacuum').get()?.['auto_vacuum'] === 0) {
      database.exec('PRAGMA auto_vacuum = INCREMENTAL');
    }
    database.prepare('VACUUM INTO ?').run(partial);
  } catch (thrown) {
    const failure = storeErrorOf(thrown, file);
    // Damage is the database's, everything else that goes wrong here the copy's.
    throw failure.code === 'corrupt' ? thrown : failure;
  }
}

function checkedCopy(path: string): { tasks: number; events: number } {
  const copy = new DatabaseSync(path, { readOnly: true });
  try {
    const [problem] = integrityProblems(copy);
    if (problem !== undefined) {
      const message = `the copy is not sound (${problem}): see what timestep doctor says of the database`;
      throw new StoreAdminError('bad-copy', message);
    }
    const counts = copy
      .prepare(
        'SELECT (SELECT count(*) FROM task) AS tasks, (SELECT count(*) FROM event) AS events',
      )
      .get();
    return { tasks: Number(counts?.['tasks']), events: Number(counts?.['events']) };
  } finally {
    copy.close();
  }
}

function synced(path: string): void {
  const descriptor = openSync(path, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
