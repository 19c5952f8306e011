import { FileStoreError, type Clock } from '../port/index.ts';

/** How much room uploaded files may take. */
export interface FileStoreOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** Files kept at most. Default 100,000. */
  readonly maxFiles?: number;
  /** Bytes kept at most. */
  readonly maxBytes?: number;
  /** Files kept of one principal at most. Default 1,000. */
  readonly maxFilesPerPrincipal?: number;
  /** Bytes kept of one principal at most. Default an eighth of the default of `maxBytes`. */
  readonly maxBytesPerPrincipal?: number;
}

/** A number of files, and the bytes of their contents. */
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
const PART_OF_PRINCIPAL = 8;

/** Fills in defaults. */
export function fileBoundsOf(options: FileStoreOptions, defaultBytes: number): FileBounds {
  const { maxFiles = DEFAULT_FILES, maxBytes = defaultBytes } = options;
  const { maxFilesPerPrincipal = DEFAULT_FILES_PER_PRINCIPAL } = options;
  const { maxBytesPerPrincipal = defaultBytes / PART_OF_PRINCIPAL } = options;
  return {
    total: { files: maxFiles, bytes: maxBytes },
    perPrincipal: { files: maxFilesPerPrincipal, bytes: maxBytesPerPrincipal },
  };
}

/** Throws where there is no room for a file of so many bytes beside what is kept. */
export function refuseFile(
  size: number,
  bounds: FileBounds,
  own: FileAmount,
  all: FileAmount,
): void {
  if (isOver(size, own, bounds.perPrincipal)) {
    const { files, bytes } = bounds.perPrincipal;
    const message = `you may keep ${files} files with ${bytes} bytes: delete some first`;
    throw new FileStoreError('principal-full', message);
  }
  if (isOver(size, all, bounds.total)) {
    throw new FileStoreError('full', 'there is no room for more files now: try later');
  }
}

function isOver(size: number, kept: FileAmount, most: FileAmount): boolean {
  return kept.files + 1 > most.files || kept.bytes + size > most.bytes;
}
