import { closeSync, constants, existsSync, mkdirSync, openSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { FolderError } from '../problem.ts';
import { getErrorCode } from './paths-below.ts';
import { isPathWithin, resolveRealPath } from './real-path.ts';

/** A folder that is held open, so that a link put in its way later leads nowhere else. */
export interface HeldFolder extends Disposable {
  /** Path of the open folder. */
  readonly path: string;
  /** Throws `FolderError` if the folder was replaced, where no path leads through an open folder. */
  requireSame(): void;
}

/** Folder of the open files of this process, by which Linux names a path below an open folder. */
const OPEN_FILES = '/proc/self/fd';

const FOLDER_FLAGS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * Holds a folder below `root`, after following links inside `root`. Throws `FolderError` for a link
 * out of `root`, and the error `ENOENT` for a missing folder unless `makesFolders`.
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

/** Opens a file for reading without following a link, and without waiting for the writer of a pipe. */
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

/** Resolves the links of a file that is about to be held. Throws `FolderError` for one out of `root`. */
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
