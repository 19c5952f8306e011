import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makePrivateFile, type BackedUp } from '../../port/index.ts';
import { storeErrorOf } from '../sqlite/store-error.ts';
import { integrityProblems } from './integrity.ts';
import { StoreAdminError } from './store-admin-error.ts';
import type { StoreFile } from './store-file.ts';

/**
 * Copies the state of a database at one moment, while runners use it, checks the copy and only then
 * gives it its name. Throws `StoreAdminError` when the file exists or the copy is damaged.
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
    // SQLite accepts an empty file and keeps its permissions.
    makePrivateFile(partial);
    // With this setting, the copy of a file of an early release can shrink, too. A file that has
    // the setting already is left alone, because SQLite treats setting it again as a write.
    if (database.prepare('PRAGMA auto_vacuum').get()?.['auto_vacuum'] === 0) {
      database.exec('PRAGMA auto_vacuum = INCREMENTAL');
    }
    database.prepare('VACUUM INTO ?').run(partial);
  } catch (thrown) {
    const failure = storeErrorOf(thrown, file);
    // The database is damaged, or else writing the copy failed.
    throw failure.code === 'corrupt' ? thrown : failure;
  }
}

function checkedCopy(path: string): { tasks: number; events: number } {
  const copy = new DatabaseSync(path, { readOnly: true });
  try {
    const [problem] = integrityProblems(copy);
    if (problem !== undefined) {
      const message = `the copy is damaged (${problem}): check the database with timestep doctor`;
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
