import { DatabaseSync } from 'node:sqlite';
import { pragmaNumber } from './store-file.ts';

/** By which an SQLite file says whose it is; undefined of what is none, or cannot be read. */
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
