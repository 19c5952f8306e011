import { FileStoreError, type Clock } from '#engine/port';

/** Limits on the number and the size of stored uploads. */
export interface FileStoreOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** Maximum number of stored uploads. Default 100,000. */
  readonly maxFiles?: number;
  readonly maxBytes?: number;
  /** Maximum number of files of one principal. Default: 1,000. */
  readonly maxFilesPerPrincipal?: number;
  /** Maximum bytes of one principal's files. Default: one eighth of the default of `maxBytes`. */
  readonly maxBytesPerPrincipal?: number;
}

export interface FileAmount {
  readonly files: number;
  readonly bytes: number;
}

export interface FileBounds {
  readonly total: FileAmount;
  readonly perPrincipal: FileAmount;
}

const DEFAULT_FILES = 100_000;
const DEFAULT_FILES_PER_PRINCIPAL = 1000;
/** Share of the default total size that one principal may use: one eighth. */
export const PRINCIPAL_SHARE = 8;

export function toFileBoundsWithDefaults(
  options: FileStoreOptions,
  defaultBytes: number,
): FileBounds {
  const { maxFiles = DEFAULT_FILES, maxBytes = defaultBytes } = options;
  const { maxFilesPerPrincipal = DEFAULT_FILES_PER_PRINCIPAL } = options;
  const { maxBytesPerPrincipal = defaultBytes / PRINCIPAL_SHARE } = options;
  return {
    total: { files: maxFiles, bytes: maxBytes },
    perPrincipal: { files: maxFilesPerPrincipal, bytes: maxBytesPerPrincipal },
  };
}

export function requireFileFits(
  size: number,
  bounds: FileBounds,
  stored: FileAmount,
  total: FileAmount,
): void {
  if (wouldExceedFileLimit(size, stored, bounds.perPrincipal)) {
    const { files, bytes } = bounds.perPrincipal;
    const message = `you may store at most ${files} files with ${bytes} bytes in total: delete some first`;
    throw new FileStoreError('principal-full', message);
  }
  if (wouldExceedFileLimit(size, total, bounds.total)) {
    throw new FileStoreError('full', 'the file storage is full: try again later');
  }
}

function wouldExceedFileLimit(size: number, stored: FileAmount, limit: FileAmount): boolean {
  return stored.files + 1 > limit.files || stored.bytes + size > limit.bytes;
}
