/** Whether a database is a PostgreSQL, and not a file. */
export function isPostgres(database: string): boolean {
  return /^postgres(ql)?:\/\//.test(database);
}
