import { DatabaseSync } from 'node:sqlite';
import { isDatabaseBusy, readPragma, toStoreError } from '#engine/store';
import { BUSY_TIMEOUT_MS } from '../sqlite/file/database.ts';

/**
 * Reads the `application_id` of an SQLite file. Undefined if the file is no SQLite file or cannot be
 * read. Waits 5 s for a process that holds the file, then throws `StoreError`.
 */
export function readApplicationId(path: string): number | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    return readPragma(database, 'application_id');
  } catch (thrown) {
    if (isDatabaseBusy(thrown)) throw toStoreError(thrown, path);
    return undefined;
  } finally {
    database?.close();
  }
}
