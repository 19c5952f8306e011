import { closeSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Detects that a file of a store was deleted, moved or replaced while open. */
export interface FileWatch {
  /** Describes what happened to a file that was deleted, moved or replaced. */
  check(): string | undefined;
}

/** Minimum time between two directory changes that surely have different timestamps. */
const MIN_TIMESTAMP_GAP_MS = 50;

/** Records the identity of files. A check reads files only if a directory changed, to be fast. */
export function watchFiles(paths: readonly string[]): FileWatch {
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
      // Directories are read first, so that a change during the check is found by the next check.
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

/** Creates an empty file for its owner only. SQLite's companion files get its permissions. */
export function createPrivateFile(path: string): void {
  // `:memory:` is a database in memory, and a `file:` URL may forbid creating a file.
  if (path === ':memory:' || path.startsWith('file:')) return;
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch {
    // The file already exists, or SQLite will report why it cannot be created.
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
    // A missing directory counts as just changed.
    if (!found) return { identity: '', changedAt: Infinity };
    identity += `${found.dev}:${found.ino}:${found.ctimeMs} `;
    changedAt = Math.max(changedAt, found.ctimeMs);
  }
  return { identity, changedAt };
}
