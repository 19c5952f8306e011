import { closeSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The files that a store has open, watched so that the store notices when one is gone. */
export interface KeptFiles {
  /** What has happened to a file that is no longer the one that was opened; `undefined` if none. */
  problem(): string | undefined;
}

/**
 * Two changes of a directory that follow each other so closely may leave it with the same time.
 */
const COARSE_MS = 50;

/**
 * Remembers which files are at these paths now, and a missing one once it is there. A store whose
 * file can no longer be found must not claim to keep anything.
 *
 * The files are looked at only after their directories have changed: a file whose times were read is
 * more expensive to sync, and a store asks around every commit.
 */
export function keptFiles(paths: readonly string[]): KeptFiles {
  const directories = [...new Set(paths.map((path) => dirname(path)))];
  const known = new Map<string, string>();
  let unchanged: string | undefined;
  for (const path of paths) {
    const identity = identityAt(path);
    if (identity !== undefined) known.set(path, identity);
  }

  function problemOfFiles(): string | undefined {
    for (const path of paths) {
      const before = known.get(path);
      const identity = identityAt(path);
      if (identity === before) continue;
      if (identity === undefined) return `${path} was deleted or moved away`;
      if (before !== undefined) return `${path} was replaced by another file`;
      known.set(path, identity);
    }
    return undefined;
  }

  return {
    problem() {
      // The directories are read first: a change during the look is then seen by the next one.
      const { identity, changedAt } = stateOf(directories);
      if (identity === unchanged) return undefined;
      unchanged = undefined;
      const problem = problemOfFiles();
      if (problem === undefined && Date.now() - changedAt > COARSE_MS) unchanged = identity;
      return problem;
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

/** What changes when a file is added to one of these directories, removed or replaced. */
function stateOf(directories: readonly string[]): { identity: string; changedAt: number } {
  let identity = '';
  let changedAt = 0;
  for (const directory of directories) {
    const found = statSync(directory, { throwIfNoEntry: false });
    // A directory that cannot be found counts as changed just now.
    if (!found) return { identity: '', changedAt: Infinity };
    identity += `${found.dev}:${found.ino}:${found.ctimeMs} `;
    changedAt = Math.max(changedAt, found.ctimeMs);
  }
  return { identity, changedAt };
}
