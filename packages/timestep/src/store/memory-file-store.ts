import type { FileQuery, FileStore, UploadedFile } from '../port/index.ts';
import { fileBoundsOf, refuseFile, type FileAmount, type FileStoreOptions } from './file-bounds.ts';

/** The files of this process; `forgetFiles` is for the retention of the tasks beside them. */
export interface MemoryFileStore extends FileStore {
  /** Deletes files that were uploaded before a time. */
  forgetFiles(before: number): void;
}

interface KeptFile {
  readonly file: UploadedFile;
  readonly content: Uint8Array;
}

const DEFAULT_BYTES = 512 * 1024 * 1024;

/** Keeps uploaded files in this process, by default up to 512 MiB. */
export function createMemoryFileStore(options: FileStoreOptions): MemoryFileStore {
  const { clock } = options;
  const bounds = fileBoundsOf(options, DEFAULT_BYTES);
  const byPrincipal = new Map<string, Map<string, KeptFile>>();

  const all = (): UploadedFile[] =>
    [...byPrincipal.values()].flatMap((own) => [...own.values()].map(({ file }) => file));

  function forget({ principal, id }: Pick<UploadedFile, 'principal' | 'id'>): boolean {
    const own = byPrincipal.get(principal);
    const wasThere = own?.delete(id) ?? false;
    if (own?.size === 0) byPrincipal.delete(principal);
    return wasThere;
  }

  function found(principal: string, id: string): KeptFile | undefined {
    const kept = byPrincipal.get(principal)?.get(id);
    return kept && !isExpired(kept.file, clock.now()) ? kept : undefined;
  }

  return {
    async put(file, content) {
      const now = clock.now();
      for (const one of all()) if (isExpired(one, now)) forget(one);
      const own = byPrincipal.get(file.principal) ?? new Map<string, KeptFile>();
      const ownFiles = [...own.values()].map((kept) => kept.file);
      refuseFile(file.size, bounds, amountOf(ownFiles), amountOf(all()));
      byPrincipal.set(file.principal, own.set(file.id, { file, content: content.slice() }));
    },
    get: async (principal, id) => found(principal, id)?.file,
    content: async (principal, id) => found(principal, id)?.content.slice(),
    async list(query) {
      const now = clock.now();
      const own = byPrincipal.get(query.principal) ?? new Map<string, KeptFile>();
      const files = [...own.values()].map(({ file }) => file);
      return pageOf(
        files.filter((file) => !isExpired(file, now)),
        query,
      );
    },
    async delete(principal, id) {
      return found(principal, id) !== undefined && forget({ principal, id });
    },
    forgetFiles(before) {
      for (const file of all()) if (file.createdAt < before) forget(file);
    },
  };
}

function isExpired({ expiresAt }: UploadedFile, now: number): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}

function amountOf(files: readonly UploadedFile[]): FileAmount {
  return { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) };
}

function pageOf(
  files: readonly UploadedFile[],
  { purpose, after, order, limit }: FileQuery,
): readonly UploadedFile[] {
  const sorted = files
    .filter((file) => purpose === undefined || file.purpose === purpose)
    .toSorted(byUpload);
  const inOrder = order === 'asc' ? sorted : sorted.toReversed();
  const last = files.find(({ id }) => id === after);
  if (after !== undefined && !last) return [];
  const isLater = (file: UploadedFile): boolean =>
    !last || (order === 'asc' ? byUpload(file, last) > 0 : byUpload(file, last) < 0);
  return inOrder.filter(isLater).slice(0, limit);
}

function byUpload(one: UploadedFile, other: UploadedFile): number {
  if (one.createdAt !== other.createdAt) return one.createdAt - other.createdAt;
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
}
