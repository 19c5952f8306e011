import { FileStoreError, type FileStore } from '../port/index.ts';
import { fileBoundsOf, type FileStoreOptions } from './file-bounds.ts';
import { deleteFile, findContent, findFile, listFiles, putFile } from './file-transactions.ts';
import type { SqlDatabase, Transaction } from './statement.ts';

/** How many files are kept, and what is done where one is deleted. */
export interface SqlFileStoreOptions extends FileStoreOptions {
  /** Statements that belong to the transaction that deletes a file. */
  readonly onDelete?: () => Transaction<void>;
}

const DEFAULT_BYTES = 8 * 1024 * 1024 * 1024;

/**
 * Keeps uploaded files beside the tasks, for all processes that have the database open; by default up to 8 GiB. The
 * caller that opened the database closes it.
 */
export function createSqlFileStore(database: SqlDatabase, options: SqlFileStoreOptions): FileStore {
  const { clock, onDelete } = options;
  const bounds = fileBoundsOf(options, DEFAULT_BYTES);

  function* erase(principal: string, id: string): Transaction<boolean> {
    const wasThere = yield* deleteFile(principal, id, clock.now());
    if (wasThere && onDelete) yield* onDelete();
    return wasThere;
  }

  return {
    async put(file, content) {
      const text = Buffer.from(content).toString('base64');
      await doing(database.write(() => putFile(file, text, bounds, clock.now())));
    },
    get: (principal, id) => doing(database.read(() => findFile(principal, id, clock.now()))),
    async content(principal, id) {
      const text = await doing(database.read(() => findContent(principal, id, clock.now())));
      return text === undefined ? undefined : new Uint8Array(Buffer.from(text, 'base64'));
    },
    list: (query) => doing(database.read(() => listFiles(query, clock.now()))),
    delete: (principal, id) => doing(database.write(() => erase(principal, id))),
  };
}

/** Turns a failure of the database into a `FileStoreError`; nothing has changed then. */
async function doing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    if (thrown instanceof FileStoreError) throw thrown;
    const detail = thrown instanceof Error ? thrown.message : String(thrown);
    const message = `files cannot be read or kept in the database now (${detail})`;
    throw new FileStoreError('failed', message, { cause: thrown });
  }
}
