import type { SqlDatabase, Transaction } from './statement.ts';

/** What a store does beside the deletion of a text. */
export interface DeletionHook {
  /** Statements in the transaction that deletes the text. */
  readonly onDelete?: () => Transaction<void>;
}

type StoreErrorClass = new (code: 'failed', message: string, options: ErrorOptions) => Error;

/** Converts failures of a database to errors of the store that uses it. */
export function withStoreErrors(
  database: SqlDatabase,
  StoreErrorType: StoreErrorClass,
  content: string,
): SqlDatabase {
  const convert = <T>(work: Promise<T>): Promise<T> =>
    work.catch((thrown: unknown) => {
      if (thrown instanceof StoreErrorType) throw thrown;
      const detail = thrown instanceof Error ? thrown.message : String(thrown);
      const message = `cannot read or write ${content} in the database (${detail})`;
      throw new StoreErrorType('failed', message, { cause: thrown });
    });
  return {
    read: (transaction) => convert(database.read(transaction)),
    write: (transaction) => convert(database.write(transaction)),
  };
}
