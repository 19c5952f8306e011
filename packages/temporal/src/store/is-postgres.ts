import { ADDRESSES } from './backend-identity.ts';

/** Whether a database is a PostgreSQL URL rather than an SQLite file. */
export function isPostgres(database: string): boolean {
  return ADDRESSES.some((beginning) => database.startsWith(beginning));
}

/**
 * Returns the name of a database for messages. A PostgreSQL URL is not shown, because it may
 * contain a password.
 */
export function getDatabaseName(database: string): string {
  return isPostgres(database) ? 'the PostgreSQL database' : database;
}
