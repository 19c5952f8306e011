import { closeSync, openSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';

/** Detects that a database file was deleted, moved or replaced while it is open. */
export interface FileWatch {
  /** Describes which file was deleted, moved or replaced. Undefined if none was. */
  check(): string | undefined;
}

/**
 * Minimum milliseconds between two changes of a directory that surely have different timestamps.
 */
const MIN_TIMESTAMP_GAP_MS = 50;

/**
 * Records which files are at the paths (device and inode). A check reads them only if a directory has
 * changed.
 */
export function createFileWatch(paths: readonly string[]): FileWatch {
  const directories = [...new Set(paths.map((path) => dirname(path)))];
  const known = new Map<string, string>();
  let unchanged: readonly DirectoryState[] | undefined;
  for (const path of paths) {
    const identity = readFileIdentity(path);
    if (identity !== undefined) known.set(path, identity);
  }

  function describeChangedFile(): string | undefined {
    for (const path of paths) {
      const before = known.get(path);
      const identity = readFileIdentity(path);
      if (identity === before) continue;
      if (identity === undefined) return `${path} was deleted or moved away`;
      if (before !== undefined) return `${path} was replaced by another file`;
      known.set(path, identity);
    }
    return undefined;
  }

  return {
    check() {
      // Directories are read before files, so that the next check finds a change made during this check.
      const states = directories.map(readDirectoryState);
      if (unchanged && states.every((state, index) => isSameState(state, unchanged?.[index])))
        return undefined;
      unchanged = undefined;
      const problem = describeChangedFile();
      const isSettled = (state: DirectoryState): boolean =>
        Date.now() - state.ctimeMs > MIN_TIMESTAMP_GAP_MS;
      if (problem === undefined && states.every(isSettled)) unchanged = states;
      return problem;
    },
  };
}

/** Lists the files of an open SQLite database. Empty for a database in memory. */
export function listDatabaseFiles(location: string | null): readonly string[] {
  if (location === null) return [];
  return [location, `${location}-wal`, `${location}-shm`];
}

/** Creates an empty file that only its owner can read. SQLite gives its companion files the same permissions. */
export function createPrivateFile(path: string): void {
  // A database in memory (`:memory:`) has no file, and a `file:` URL may forbid creating it.
  if (path === ':memory:' || path.startsWith('file:')) return;
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch {
    // The file already exists; otherwise SQLite will report why it cannot be created.
  }
}

function readFileIdentity(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/** Identity of a directory, and the time when an entry was last added, removed or renamed. */
type DirectoryState = Pick<Stats, 'dev' | 'ino' | 'ctimeMs'>;

function readDirectoryState(directory: string): DirectoryState {
  // The time of a missing directory is infinite, so that the next check reads the files again.
  return statSync(directory, { throwIfNoEntry: false }) ?? MISSING;
}

const MISSING: DirectoryState = { dev: 0, ino: 0, ctimeMs: Infinity };

function isSameState(one: DirectoryState, other: DirectoryState | undefined): boolean {
  return one.ctimeMs === other?.ctimeMs && one.ino === other.ino && one.dev === other.dev;
}
