import type { SqlDatabase, Transaction } from './statement.ts';

/** A hook that a store of responses, files or sessions runs whenever it deletes a text of a user. */
export interface DeletionHook {
  /** Statements to run in the same transaction when a text is deleted. */
  readonly onDelete?: () => Transaction<void>;
}

type StoreErrorClass = new (code: 'failed', message: string, options: ErrorOptions) => Error;

/** Wraps a database so that its failures become errors of the store that uses it. */
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
