import { FileStoreError, type FileStore } from '../../port/index.ts';
import { resolveFileBounds, type FileStoreOptions } from './file-bounds.ts';
import { deleteFile, findFileContent, findFile, listFiles, putFile } from './file-transactions.ts';
import type { SqlDatabase, Transaction } from '../statement.ts';

/** Limits of a file store in a database, and extra statements to run on deletion. */
export interface SqlFileStoreOptions extends FileStoreOptions {
  /** Extra statements, run in the same transaction that deletes a file. */
  readonly onDelete?: () => Transaction<void>;
}

const DEFAULT_BYTES = 8 * 1024 * 1024 * 1024;

/**
 * Creates a file store in the database of the tasks, shared by all processes that have it open.
 * Default limit 8 GiB. Does not close the database.
 */
export function createSqlFileStore(database: SqlDatabase, options: SqlFileStoreOptions): FileStore {
  const { clock, onDelete } = options;
  const bounds = resolveFileBounds(options, DEFAULT_BYTES);

  function* erase(principal: string, id: string): Transaction<boolean> {
    const wasThere = yield* deleteFile(principal, id, clock.now());
    if (wasThere && onDelete) yield* onDelete();
    return wasThere;
  }

  return {
    async put(file, content) {
      const text = Buffer.from(content).toString('base64');
      await convertDatabaseErrors(database.write(() => putFile(file, text, bounds, clock.now())));
    },
    get: (principal, id) =>
      convertDatabaseErrors(database.read(() => findFile(principal, id, clock.now()))),
    async getContent(principal, id) {
      const text = await convertDatabaseErrors(
        database.read(() => findFileContent(principal, id, clock.now())),
      );
      return text === undefined ? undefined : new Uint8Array(Buffer.from(text, 'base64'));
    },
    list: (query) => convertDatabaseErrors(database.read(() => listFiles(query, clock.now()))),
    delete: (principal, id) => convertDatabaseErrors(database.write(() => erase(principal, id))),
  };
}

/** Converts a database failure to a `FileStoreError`. A failed operation has changed nothing. */
async function convertDatabaseErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    if (thrown instanceof FileStoreError) throw thrown;
    const detail = thrown instanceof Error ? thrown.message : String(thrown);
    const message = `cannot read or write files in the database (${detail})`;
    throw new FileStoreError('failed', message, { cause: thrown });
  }
}
