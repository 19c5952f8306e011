import { closeSync, constants, existsSync, mkdirSync, openSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { FolderError } from '../problem.ts';
import { getErrorCode } from './paths-below.ts';
import { isPathWithin, resolveRealPath } from './real-path.ts';

/**
 * A folder that is kept open, so that a link that replaces it later cannot redirect file
 * operations.
 */
export interface HeldFolder extends Disposable {
  /** Path of the open folder. */
  readonly path: string;
  /**
   * On systems where paths cannot start at an open folder, throws `FolderError` if the folder was
   * replaced.
   */
  requireSame(): void;
}

/**
 * Directory of open file descriptors on Linux, through which paths below an open folder are opened.
 */
const OPEN_FILES = '/proc/self/fd';

const FOLDER_FLAGS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * Opens a folder below `root` and keeps it open. Links inside `root` are resolved. Throws
 * `FolderError` for a link out of `root`, and `ENOENT` for a missing folder unless `makesFolders`.
 */
export function holdFolder(root: string, folder: string, makesFolders: boolean): HeldFolder {
  const real = resolveRealPath(folder);
  if (real === undefined || !isPathWithin(root, real)) throw createLinkError(folder);
  if (!existsSync(OPEN_FILES)) return checkFolder(real, makesFolders);
  let held = openSync(root, FOLDER_FLAGS);
  try {
    for (const name of relative(root, real).split(sep).filter(Boolean)) {
      const inner = openInnerFolder(join(OPEN_FILES, `${held}`, name), makesFolders);
      closeSync(held);
      held = inner;
    }
  } catch (thrown) {
    closeSync(held);
    throw isLinkFailure(thrown) ? createLinkError(folder) : thrown;
  }
  return {
    path: join(OPEN_FILES, `${held}`),
    requireSame: () => undefined,
    [Symbol.dispose]: () => closeSync(held),
  };
}

/** Opens a file for reading. Does not follow links, and does not block on a pipe. */
export function openHeldFile(folder: HeldFolder, name: string): number {
  const file = join(folder.path, name);
  try {
    const opened = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    folder.requireSame();
    return opened;
  } catch (thrown) {
    throw isLinkFailure(thrown) ? createLinkError(name) : thrown;
  }
}

/** Resolves the links in a file's path. Throws `FolderError` if the path leads out of `root`. */
export function resolveHeldFile(root: string, file: string): string {
  const real = resolveRealPath(file);
  if (real === undefined || !isPathWithin(root, real)) throw createLinkError(file);
  return real;
}

function openInnerFolder(path: string, makesFolder: boolean): number {
  if (makesFolder) mkdirUnlessThere(path);
  return openSync(path, FOLDER_FLAGS);
}

function mkdirUnlessThere(path: string): void {
  try {
    mkdirSync(path);
  } catch (thrown) {
    if (getErrorCode(thrown) !== 'EEXIST') throw thrown;
  }
}

function checkFolder(real: string, makesFolders: boolean): HeldFolder {
  if (makesFolders) mkdirSync(real, { recursive: true });
  return {
    path: real,
    requireSame() {
      if (realpathSync(real) !== real) throw createLinkError(real);
    },
    [Symbol.dispose]: () => undefined,
  };
}

function isLinkFailure(thrown: unknown): boolean {
  const code = getErrorCode(thrown);
  return code === 'ELOOP' || code === 'ENOTDIR';
}

function createLinkError(file: string): FolderError {
  const message = `${file} is a link to a file outside the workspace: replace it with a file`;
  return new FolderError(message);
}
