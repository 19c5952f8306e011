import { FileStoreError, type FileStore } from '#engine/port';
import { createMemoryDatabase } from '../memory-database.ts';
import type { SqlDatabase } from '../statement.ts';
import { withStoreErrors, type DeletionHook } from '../store-database.ts';
import { PRINCIPAL_SHARE, toFileBoundsWithDefaults, type FileStoreOptions } from './file-bounds.ts';
import { FILE_TABLES } from './file-tables.ts';
import {
  deleteFile,
  findFileContent,
  findStoredFile,
  listFiles,
  pruneFiles,
  putFile,
} from './file-transactions.ts';

/** A file store in memory. */
export interface MemoryFileStore extends FileStore {
  /** Deletes files that were uploaded before a time. */
  forgetFiles(before: number): void;
}

const DEFAULT_BYTES = 8 * 1024 * 1024 * 1024;
const DEFAULT_MEMORY_BYTES = 512 * 1024 * 1024;

/** Creates a file store in the memory of this process. Default limit 512 MiB. */
export function createMemoryFileStore(options: FileStoreOptions): MemoryFileStore {
  const database = createMemoryDatabase(FILE_TABLES);
  const bounds = {
    maxBytes: DEFAULT_MEMORY_BYTES,
    maxBytesPerPrincipal: DEFAULT_MEMORY_BYTES / PRINCIPAL_SHARE,
  };
  return {
    ...createSqlFileStore(database, { ...bounds, ...options }),
    forgetFiles: (before) => void database.run(() => pruneFiles(before, Number.MAX_SAFE_INTEGER)),
  };
}

/** Creates a file store in the database that also stores the tasks. Default limit 8 GiB. */
export function createSqlFileStore(
  database: SqlDatabase,
  options: FileStoreOptions & DeletionHook,
): FileStore {
  const { clock, onDelete } = options;
  const bounds = toFileBoundsWithDefaults(options, DEFAULT_BYTES);
  const { read, write } = withStoreErrors(database, FileStoreError, 'files');

  return {
    async put(file, content) {
      const text = Buffer.from(content).toString('base64');
      await write(() => putFile(file, text, bounds, clock.now()));
    },
    get: (principal, id) => read(() => findStoredFile(principal, id, clock.now())),
    async getContent(principal, id) {
      const text = await read(() => findFileContent(principal, id, clock.now()));
      return text === undefined ? undefined : new Uint8Array(Buffer.from(text, 'base64'));
    },
    list: (query) => read(() => listFiles(query, clock.now())),
    delete: (principal, id) =>
      write(function* eraseFile() {
        const wasThere = yield* deleteFile(principal, id, clock.now());
        if (wasThere && onDelete) yield* onDelete();
        return wasThere;
      }),
  };
}
