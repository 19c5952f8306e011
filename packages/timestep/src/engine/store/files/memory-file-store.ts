import type { FileQuery, FileStore, UploadedFile } from '../../port/index.ts';
import {
  resolveFileBounds,
  checkFileFits,
  type FileAmount,
  type FileStoreOptions,
} from './file-bounds.ts';

/** A file store in memory. `forgetFiles` lets the retention of tasks also delete old files. */
export interface MemoryFileStore extends FileStore {
  /** Deletes files that were uploaded before a time. */
  forgetFiles(before: number): void;
}

interface MemoryFile {
  readonly file: UploadedFile;
  readonly content: Uint8Array;
}

const DEFAULT_BYTES = 512 * 1024 * 1024;

/** Creates a file store in the memory of this process. Default limit 512 MiB. */
export function createMemoryFileStore(options: FileStoreOptions): MemoryFileStore {
  const { clock } = options;
  const bounds = resolveFileBounds(options, DEFAULT_BYTES);
  const byPrincipal = new Map<string, Map<string, MemoryFile>>();

  const listAllFiles = (): UploadedFile[] =>
    [...byPrincipal.values()].flatMap((own) => [...own.values()].map(({ file }) => file));

  function removeFile({ principal, id }: Pick<UploadedFile, 'principal' | 'id'>): boolean {
    const own = byPrincipal.get(principal);
    const wasThere = own?.delete(id) ?? false;
    if (own?.size === 0) byPrincipal.delete(principal);
    return wasThere;
  }

  function findLiveFile(principal: string, id: string): MemoryFile | undefined {
    const kept = byPrincipal.get(principal)?.get(id);
    return kept && !isExpired(kept.file, clock.now()) ? kept : undefined;
  }

  return {
    async put(file, content) {
      const now = clock.now();
      for (const one of listAllFiles()) if (isExpired(one, now)) removeFile(one);
      const own = byPrincipal.get(file.principal) ?? new Map<string, MemoryFile>();
      const ownFiles = [...own.values()].map((kept) => kept.file);
      checkFileFits(file.size, bounds, sumFiles(ownFiles), sumFiles(listAllFiles()));
      byPrincipal.set(file.principal, own.set(file.id, { file, content: content.slice() }));
    },
    get: async (principal, id) => findLiveFile(principal, id)?.file,
    getContent: async (principal, id) => findLiveFile(principal, id)?.content.slice(),
    async list(query) {
      const now = clock.now();
      const own = byPrincipal.get(query.principal) ?? new Map<string, MemoryFile>();
      const files = [...own.values()].map(({ file }) => file);
      return selectFilePage(
        files.filter((file) => !isExpired(file, now)),
        query,
      );
    },
    async delete(principal, id) {
      return findLiveFile(principal, id) !== undefined && removeFile({ principal, id });
    },
    forgetFiles(before) {
      for (const file of listAllFiles()) if (file.createdAt < before) removeFile(file);
    },
  };
}

function isExpired({ expiresAt }: UploadedFile, now: number): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}

function sumFiles(files: readonly UploadedFile[]): FileAmount {
  return { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) };
}

function selectFilePage(
  files: readonly UploadedFile[],
  { purpose, after, order, limit }: FileQuery,
): readonly UploadedFile[] {
  const sorted = files
    .filter((file) => purpose === undefined || file.purpose === purpose)
    .toSorted(compareUploads);
  const inOrder = order === 'asc' ? sorted : sorted.toReversed();
  const last = files.find(({ id }) => id === after);
  if (after !== undefined && !last) return [];
  const isLater = (file: UploadedFile): boolean =>
    !last || (order === 'asc' ? compareUploads(file, last) > 0 : compareUploads(file, last) < 0);
  return inOrder.filter(isLater).slice(0, limit);
}

function compareUploads(one: UploadedFile, other: UploadedFile): number {
  if (one.createdAt !== other.createdAt) return one.createdAt - other.createdAt;
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
}
