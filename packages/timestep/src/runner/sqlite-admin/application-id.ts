import { DatabaseSync } from 'node:sqlite';
import { pragmaNumber } from './store-file.ts';

/**
 * The `application_id` of an SQLite file; `undefined` for another file, or one that cannot be read.
 */
export function applicationIdOf(path: string): number | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true });
    return pragmaNumber(database, 'application_id');
  } catch {
    return undefined;
  } finally {
    database?.close();
  }
}
