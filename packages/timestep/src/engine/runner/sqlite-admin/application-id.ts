import { DatabaseSync } from 'node:sqlite';
import { readPragma } from '#engine/store';

/** Reads the `application_id` of an SQLite file. Undefined if the file is no SQLite file or cannot be read. */
export function readApplicationId(path: string): number | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true });
    return readPragma(database, 'application_id');
  } catch {
    return undefined;
  } finally {
    database?.close();
  }
}
