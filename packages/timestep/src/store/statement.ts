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
 * What is to be done in one transaction: it yields statements and is given their rows. Written once,
 * it is run at once by a database in this process, or statement by statement over a connection.
 */
export type Transaction<T> = Generator<Statement, T, readonly Row[]>;

/** Runs one statement of a transaction. */
export function* rowsOf(sql: string, ...values: readonly SqlValue[]): Transaction<readonly Row[]> {
  return yield { sql, values };
}

/** The first row of a statement, where there is one. */
export function* firstOf(
  sql: string,
  ...values: readonly SqlValue[]
): Transaction<Row | undefined> {
  const [row] = yield { sql, values };
  return row;
}

/** A database that transactions are done in. */
export interface SqlDatabase {
  /** Commits what the transaction does, all or nothing; runs it again where another was in its way. */
  write<T>(transaction: () => Transaction<T>): Promise<T>;
  read<T>(transaction: () => Transaction<T>): Promise<T>;
}
