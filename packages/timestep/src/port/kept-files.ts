import { closeSync, openSync, statSync } from 'node:fs';

/** The files that a store has open, by which it notices that one of them is no longer at its place. */
export interface KeptFiles {
  /** What has become of one that is not the file that was opened; nothing where all are. */
  problem(): string | undefined;
}

/**
 * Remembers which files are at these paths now; those that are not there yet, once they are. A store
 * on whose file nobody can come upon any more must not say that it keeps anything.
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

/** The files of an SQLite database that is open and writes ahead; none where it is in memory. */
export function databaseFiles(location: string | null): readonly string[] {
  if (location === null) return [];
  return [location, `${location}-wal`, `${location}-shm`];
}

/**
 * Makes an empty file that only its owner may read and write, where there is none: SQLite takes one
 * for a new database, and gives the files beside it the same permissions.
 */
export function makePrivateFile(path: string): void {
  // SQLite's names for databases in memory, and addresses, which may forbid to make a file.
  if (path === ':memory:' || path.startsWith('file:')) return;
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch {
    // It is there already, or SQLite will say why it cannot be.
  }
}

function identityAt(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
