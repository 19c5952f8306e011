/** A column value, in the types that SQLite and PostgreSQL both accept and return. */
export type SqlValue = string | number | null;

/** Values of a statement, by the names of its placeholders. */
export type SqlValues = Readonly<Record<string, SqlValue>>;

/** One row of a query result, by column name. */
export type Row = Readonly<Record<string, unknown>>;

/** One SQL statement, with a placeholder such as `:id` for each value. */
export interface Statement {
  readonly sql: string;
  readonly values: SqlValues;
  /** Whether the statement changes rows; its result then is their number instead of rows. */
  readonly isCommand: boolean;
}

/** Result of one SQL statement. */
export interface StatementResult {
  readonly rows: readonly Row[];
  /** Number of rows that an INSERT, UPDATE or DELETE has changed; 0 for queries. */
  readonly changes: number;
}

/**
 * A transaction: a generator that yields SQL statements and receives their results, synchronously
 * or asynchronously.
 */
export type Transaction<T> = Generator<Statement, T, StatementResult>;

const NO_VALUES: SqlValues = {};

/** Runs one statement of a transaction and returns its rows. */
export function* queryRows(
  sql: string,
  values: SqlValues = NO_VALUES,
): Transaction<readonly Row[]> {
  return (yield { sql, values, isCommand: false }).rows;
}

/** Runs one statement of a transaction and returns its first row, or undefined if there is none. */
export function* queryFirst(
  sql: string,
  values: SqlValues = NO_VALUES,
): Transaction<Row | undefined> {
  return (yield { sql, values, isCommand: false }).rows[0];
}

/** Runs one statement of a transaction and returns the number of changed rows. */
export function* execute(sql: string, values: SqlValues = NO_VALUES): Transaction<number> {
  return (yield { sql, values, isCommand: true }).changes;
}

/** Creates the placeholders for a list of values in `IN (…)`, and the values by placeholder. */
export function bindListValues(
  name: string,
  list: readonly SqlValue[],
): { readonly placeholders: string; readonly values: SqlValues } {
  const entries = list.map((value, index) => [`${name}${index}`, value] as const);
  const placeholders = entries.map(([key]) => `:${key}`).join(', ');
  return { placeholders, values: Object.fromEntries(entries) };
}

/** A statement with positional placeholders, and the names of its values in order. */
export interface NumberedStatement {
  readonly text: string;
  readonly names: readonly string[];
}

/** Replaces named placeholders by numbered ones, as PostgreSQL requires: `$1`. */
export function numberPlaceholders(sql: string): NumberedStatement {
  const names: string[] = [];
  const text = sql.replaceAll(/:([a-z]\w*)/gi, (_match, name: string) => {
    const known = names.indexOf(name);
    return `$${known === -1 ? names.push(name) : known + 1}`;
  });
  return { text, names };
}

/**
 * Replaces named placeholders by question marks, and lists the names of the values in that order:
 * Node before 24 cannot bind numbered placeholders by position.
 */
export function replaceNamedPlaceholders(sql: string): NumberedStatement {
  const names: string[] = [];
  const text = sql.replaceAll(/:([a-z]\w*)/gi, (_match, name: string) => {
    names.push(name);
    return '?';
  });
  return { text, names };
}

/** A SQL database that runs transactions. */
export interface SqlDatabase {
  /**
   * Runs a transaction, and commits all of it or nothing. Repeats the transaction after a conflict with
   * another one.
   */
  readonly write: <T>(transaction: () => Transaction<T>) => Promise<T>;
  readonly read: <T>(transaction: () => Transaction<T>) => Promise<T>;
}
