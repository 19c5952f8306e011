import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  replaceNamedPlaceholders,
  type Row,
  type SqlValue,
  type Transaction,
} from './statement.ts';

/**
 * Runs the statements of a generator inside the transaction that is already open on the database.
 */
export type RunTransaction = <T>(transaction: Transaction<T>) => T;

interface PreparedStatement {
  readonly statement: StatementSync;
  readonly names: readonly string[];
}

const NO_ROWS: readonly Row[] = [];

/**
 * Creates a function that runs transactions on an SQLite database. Each statement is prepared once.
 */
export function createTransactionRunner(database: DatabaseSync): RunTransaction {
  const prepared = new Map<string, PreparedStatement>();

  // Values are bound by position, because binding by name takes SQLite twice as long.
  function prepareStatement(sql: string): PreparedStatement {
    const { text, names } = replaceNamedPlaceholders(sql);
    const made = { statement: database.prepare(text), names };
    prepared.set(sql, made);
    return made;
  }

  return (transaction) => {
    let step = transaction.next({ rows: NO_ROWS, changes: 0 });
    while (!step.done) {
      const { sql, values, isCommand } = step.value;
      const { statement, names } = prepared.get(sql) ?? prepareStatement(sql);
      const bound: SqlValue[] = [];
      for (const name of names) bound.push(requireBindValue(values[name], name, sql));
      step = transaction.next(
        isCommand
          ? { rows: NO_ROWS, changes: Number(statement.run(...bound).changes) }
          : { rows: statement.all(...bound), changes: 0 },
      );
    }
    return step.value;
  };
}

/** Returns the value of a placeholder. Throws if there is no value of its name. */
export function requireBindValue(value: SqlValue | undefined, name: string, sql: string): SqlValue {
  if (value === undefined)
    throw new Error(`no value was passed for the placeholder :${name} of the statement ${sql}`);
  return value;
}

type TransactionFunctions = Readonly<Record<string, (...args: never[]) => Transaction<unknown>>>;

/** Transaction generators as synchronous functions, which run the transaction at once and return its result. */
export type BoundTransactions<F extends TransactionFunctions> = {
  readonly [Name in keyof F]: (
    ...args: Parameters<F[Name]>
  ) => ReturnType<F[Name]> extends Transaction<infer Result> ? Result : never;
};

/**
 * Wraps functions that return a transaction (a generator), so that calling them runs it in the open
 * transaction.
 */
export function bindTransactions<F extends TransactionFunctions>(
  run: RunTransaction,
  functions: F,
): BoundTransactions<F> {
  const bound = Object.entries(functions).map(([name, create]) => [
    name,
    (...args: never[]) => run(create(...args)),
  ]);
  return Object.fromEntries(bound) as BoundTransactions<F>;
}
