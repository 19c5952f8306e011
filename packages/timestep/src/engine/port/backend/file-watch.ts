import { closeSync, openSync, statSync } from 'node:fs';
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
  let unchanged: string | undefined;
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
      const { identity, changedAt } = readDirectoryState(directories);
      if (identity === unchanged) return undefined;
      unchanged = undefined;
      const problem = describeChangedFile();
      if (problem === undefined && Date.now() - changedAt > MIN_TIMESTAMP_GAP_MS)
        unchanged = identity;
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

function readDirectoryState(directories: readonly string[]): {
  identity: string;
  changedAt: number;
} {
  let identity = '';
  let changedAt = 0;
  for (const directory of directories) {
    const found = statSync(directory, { throwIfNoEntry: false });
    // The time of a missing directory is infinite, so that the next check reads the files again.
    if (!found) return { identity: '', changedAt: Infinity };
    identity += `${found.dev}:${found.ino}:${found.ctimeMs} `;
    changedAt = Math.max(changedAt, found.ctimeMs);
  }
  return { identity, changedAt };
}
