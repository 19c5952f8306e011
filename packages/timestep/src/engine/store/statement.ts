/** A column value, in the types that SQLite and PostgreSQL both accept and return. */
export type SqlValue = string | number | null;

/** One result row, keyed by column name. */
export type Row = Readonly<Record<string, unknown>>;

/** One SQL statement, with `?` as the placeholder of each value. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/**
 * The body of one transaction: a generator that yields statements and receives their rows. The same
 * code runs synchronously in SQLite, or statement by statement over a connection.
 */
export type Transaction<T> = Generator<Statement, T, readonly Row[]>;

/** Runs one statement of a transaction and returns its rows. */
export function* queryRows(
  sql: string,
  ...values: readonly SqlValue[]
): Transaction<readonly Row[]> {
  return yield { sql, values };
}

/** Runs one statement of a transaction and returns its first row, or undefined if there is none. */
export function* queryFirst(
  sql: string,
  ...values: readonly SqlValue[]
): Transaction<Row | undefined> {
  const [row] = yield { sql, values };
  return row;
}

/** A SQL database that runs transactions. */
export interface SqlDatabase {
  /**
   * Commits the whole transaction or nothing. Runs it again if it conflicted with another
   * transaction.
   */
  write<T>(transaction: () => Transaction<T>): Promise<T>;
  read<T>(transaction: () => Transaction<T>): Promise<T>;
}
