import { closeSync, openSync, statSync } from 'node:fs';

/** The files that a store has open, watched so that the store notices when one is gone. */
export interface KeptFiles {
  /** What has happened to a file that is no longer the one that was opened; `undefined` if none. */
  problem(): string | undefined;
}

/**
 * Remembers which files are at these paths now, and a missing one once it is there. A store whose
 * file can no longer be found must not claim to keep anything.
 */
export function keptFiles(paths: readonly string[]): KeptFiles {
  const known = new Map<string, string>();
  for (const path of paths) {
    const identity = identityAt(path);
    if (identity !== undefined) known.set(path, identity);
  }
  return {
    problem() {
      for (const path of paths) {
        const before = known.get(path);
        const identity = identityAt(path);
        if (identity === before) continue;
        if (identity === undefined) return `${path} was deleted or moved away`;
        if (before !== undefined) return `${path} was replaced by another file`;
        known.set(path, identity);
      }
      return undefined;
    },
  };
}

/** The files of an open SQLite database with a write-ahead log; none where it is in memory. */
export function databaseFiles(location: string | null): readonly string[] {
  if (location === null) return [];
  return [location, `${location}-wal`, `${location}-shm`];
}

/**
 * Makes an empty file that only its owner may read and write, unless a file exists. SQLite takes an
 * empty file for a new database, and gives the files beside it the same permissions.
 */
export function makePrivateFile(path: string): void {
  // These are SQLite's names for databases in memory, and addresses, which may forbid making a
  // file.
  if (path === ':memory:' || path.startsWith('file:')) return;
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch {
    // The file exists already, or SQLite will report why it cannot be made.
  }
}

function identityAt(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
