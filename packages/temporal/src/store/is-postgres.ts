import { ADDRESSES } from './claims.ts';

/** Whether a database is a PostgreSQL, and not a file. */
export function isPostgres(database: string): boolean {
  return ADDRESSES.some((beginning) => database.startsWith(beginning));
}

/** The name of a database in messages, because the address of a PostgreSQL may hold a password. */
export function placeOf(database: string): string {
  return isPostgres(database) ? 'the PostgreSQL database' : database;
}
