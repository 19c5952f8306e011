import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
} from 'node:fs';
import { join, relative, sep } from 'node:path';
import { FolderError } from '../problem.ts';
import { getErrorCode } from './paths-below.ts';
import { isPathWithin, resolveLinksInPath } from './real-path.ts';

/**
 * A folder that is kept open, so that a link that replaces it later cannot redirect file
 * operations.
 */
export interface HeldFolder extends Disposable {
  /** Path of the open folder. */
  readonly path: string;
  /**
   * Throws `FolderError` if another folder or a link has taken this folder's place, even if only while `file`
   * was opened. Does nothing on systems with `/proc/self/fd`, which opens files below the held folder itself.
   */
  requireSame(file?: OpenFile): void;
}

interface OpenFile {
  readonly name: string;
  readonly opened: number;
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
export function openHeldFolder(
  root: string,
  folder: string,
  makesFolders: boolean,
  openFiles: string = OPEN_FILES,
): HeldFolder {
  const real = resolveLinksInPath(folder);
  if (real === undefined || !isPathWithin(root, real)) throw createLinkError(folder);
  if (!existsSync(openFiles)) return createPathCheckedFolder(real, makesFolders);
  let held = openSync(root, FOLDER_FLAGS);
  try {
    for (const name of relative(root, real).split(sep).filter(Boolean)) {
      const inner = openInnerFolder(join(openFiles, `${held}`, name), makesFolders);
      closeSync(held);
      held = inner;
    }
  } catch (thrown) {
    closeSync(held);
    throw isLinkFailure(thrown) ? createLinkError(folder) : thrown;
  }
  return {
    path: join(openFiles, `${held}`),
    requireSame: () => undefined,
    [Symbol.dispose]: () => closeSync(held),
  };
}

/** Opens a file for reading. Does not follow links, and does not block on a pipe. */
export function openHeldFile(folder: HeldFolder, name: string): number {
  const file = join(folder.path, name);
  try {
    const opened = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      folder.requireSame({ name, opened });
    } catch (thrown) {
      closeSync(opened);
      throw thrown;
    }
    return opened;
  } catch (thrown) {
    throw isLinkFailure(thrown) ? createLinkError(name) : thrown;
  }
}

/** Resolves the links in a file's path. Throws `FolderError` if the path leads out of `root`. */
export function resolveHeldFile(root: string, file: string): string {
  const real = resolveLinksInPath(file);
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

function createPathCheckedFolder(real: string, makesFolders: boolean): HeldFolder {
  if (makesFolders) mkdirSync(real, { recursive: true });
  return {
    path: real,
    requireSame(file) {
      if (realpathSync(real) !== real) throw createLinkError(real);
      if (file === undefined) return;
      // Compares the opened file too: a link may have replaced the folder only while it was opened.
      const opened = fstatSync(file.opened, { bigint: true });
      const there = lstatSync(join(real, file.name), { bigint: true });
      const isSame = opened.dev === there.dev && opened.ino === there.ino;
      if (!isSame) throw createLinkError(join(real, file.name));
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
