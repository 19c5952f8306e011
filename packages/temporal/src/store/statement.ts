/** A value of a column. Both databases take and give these. */
export type SqlValue = string | number | null;

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

export function* firstOf(
  sql: string,
  ...values: readonly SqlValue[]
): Transaction<Row | undefined> {
  const [row] = yield { sql, values };
  return row;
}

/** Written to disk at once; or with the next that is, for what can be written again until then. */
export type Durability = 'now' | 'soon';

/** Whether a database and its tables are made where they are missing, or used as they are. */
export type Access = 'make' | 'write' | 'read';

/** A database that tasks are kept in. */
export interface SqlDatabase {
  /** Commits what the transaction does, all or nothing; runs it again where another was in its way. */
  write<T>(transaction: () => Transaction<T>, durability?: Durability): Promise<T>;
  read<T>(transaction: () => Transaction<T>): Promise<T>;
  /**
   * Calls back when a task may have changed, here or elsewhere; without an id where it may be any.
   * Returns how to stop.
   */
  watch(onChange: (taskId?: string) => void): () => void;
  /** Tells all who watch, here and elsewhere, that a task has changed. */
  announce(taskId: string): void;
  close(): Promise<void>;
}
