/** SQLite `application_id` of task stores: "TSTM" in ASCII. */
export const APPLICATION_ID = 0x5453544d;

export const ADDRESSES: readonly string[] = ['postgres://', 'postgresql://'];

export function isPostgres(database: string): boolean {
  return ADDRESSES.some((prefix) => database.startsWith(prefix));
}

/** Returns the name of a database for messages, without the password that a URL may contain. */
export function getDatabaseNameWithoutPassword(database: string): string {
  return isPostgres(database) ? 'the PostgreSQL database' : database;
}
