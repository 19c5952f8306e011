/** A value of a column. Both databases take and give these. */
export type SqlValue = string | number | null;

/** One row of a result, by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>;

/** One statement with `?` for its values. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/**
 * The work of one transaction: it yields statements and receives their rows. The same code runs at
 * once in a database of this process, or statement by statement over a connection.
 */
export type Transaction<T> = Generator<Statement, T, readonly Row[]>;

/** Runs one statement of a transaction. */
export function* rowsOf(sql: string, ...values: readonly SqlValue[]): Transaction<readonly Row[]> {
  return yield { sql, values };
}

/** The first row of a statement's result, where there is one. */
export function* firstOf(
  sql: string,
  ...values: readonly SqlValue[]
): Transaction<Row | undefined> {
  const [row] = yield { sql, values };
  return row;
}

/** A database that performs transactions. */
export interface SqlDatabase {
  /**
   * Commits the transaction as a whole or not at all; runs it again where another one conflicted
   * with it.
   */
  write<T>(transaction: () => Transaction<T>): Promise<T>;
  read<T>(transaction: () => Transaction<T>): Promise<T>;
}
