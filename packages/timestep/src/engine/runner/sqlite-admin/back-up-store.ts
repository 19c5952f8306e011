import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile, type DatabaseCopy } from '#engine/port';
import { findStoreDamage, createTransactionRunner, readPragma, toStoreError } from '#engine/store';
import { StoreAdminError } from './store-admin-error.ts';
import type { StoreFile } from './store-file.ts';

/** Copies a database that may be in use, verifies the copy, and renames it to `file`. Throws `StoreAdminError`. */
export function backUpStore({ database }: StoreFile, file: string): DatabaseCopy {
  if (existsSync(file)) {
    throw new StoreAdminError('file-exists', `${file} exists already: choose another name`);
  }
  if (!existsSync(dirname(file))) {
    throw new StoreAdminError('no-folder', `the folder of ${file} does not exist: create it first`);
  }
  const partial = `${file}.partial`;
  rmSync(partial, { force: true });
  try {
    copyDatabaseToPartialFile(database, partial, file);
    const counts = verifyAndCountCopy(partial);
    syncFile(partial);
    renameSync(partial, file);
    return { file, ...counts, bytes: statSync(file).size };
  } finally {
    rmSync(partial, { force: true });
  }
}

function copyDatabaseToPartialFile(database: DatabaseSync, partial: string, file: string): void {
  try {
    // SQLite accepts an empty file as a database and keeps its permissions.
    createPrivateFile(partial);
    // With `auto_vacuum` the copy can shrink. The pragma is a write, so it is set only if missing.
    if (readPragma(database, 'auto_vacuum') === 0) {
      database.exec('PRAGMA auto_vacuum = INCREMENTAL');
    }
    database.prepare('VACUUM INTO ?').run(partial);
  } catch (thrown) {
    const failure = toStoreError(thrown, file);
    throw failure.code === 'corrupt' ? thrown : failure;
  }
}

function verifyAndCountCopy(path: string): { tasks: number; events: number } {
  const copy = new DatabaseSync(path, { readOnly: true });
  try {
    const [problem] = createTransactionRunner(copy)(findStoreDamage());
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

function syncFile(path: string): void {
  const descriptor = openSync(path, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
