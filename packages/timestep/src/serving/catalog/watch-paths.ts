import { statSync, watch, type FSWatcher } from 'node:fs';
import { dirname, join } from 'node:path';
import { isAgentFile, MANIFEST } from '#agents/folder';

export interface PathWatch {
  /**
   * Replaces the set of watched paths. Returns whether a folder was added, which must then be
   * checked.
   */
  watchOnly(sources: readonly string[], folders: readonly string[]): boolean;
  close(): void;
}

/** Maximum number of watched folders, because each folder uses a file system watcher. */
const MOST_FOLDERS = 10_000;

/** Calls `onChange` when an agent may have changed, if the system has free file watchers. */
export function watchPaths(onChange: () => void): PathWatch {
  const watchers = new Map<string, { readonly watcher: FSWatcher; readonly inode: bigint }>();
  let concerned: ReadonlySet<string> = new Set();
  let isOpen = true;

  function stopWatching(folder: string): void {
    watchers.get(folder)?.watcher.close();
    watchers.delete(folder);
  }

  /**
   * Whether a changed file can be part of an agent. Others, such as databases, change too often to
   * check.
   */
  function canAffectAgents(path: string, name: string): boolean {
    return name === MANIFEST || isAgentFile(name) || concerned.has(path) || isFolder(path);
  }

  /**
   * Starts watching a folder. Returns false if the same folder is watched already, or if it cannot be
   * watched.
   */
  function startWatchingIfNew(folder: string): boolean {
    const inode = findFolderInode(folder);
    if (inode === undefined || watchers.get(folder)?.inode === inode) return false;
    stopWatching(folder);
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (isOpen && (name === null || canAffectAgents(join(folder, name), name))) onChange();
      });
      watcher.on('error', () => stopWatching(folder));
      watchers.set(folder, { watcher, inode });
      return true;
    } catch {
      // Watching fails if the folder was deleted, or if the system has no watchers left.
      return false;
    }
  }

  return {
    watchOnly(sources, folders) {
      const above = sources.map((source) => findNearestFolder(dirname(source)));
      const wanted = new Set([...above, ...folders].slice(0, MOST_FOLDERS));
      concerned = new Set([...sources, ...sources.flatMap(listParents), ...folders]);
      for (const folder of watchers.keys()) if (!wanted.has(folder)) stopWatching(folder);
      return [...wanted].filter(startWatchingIfNew).length > 0;
    },
    close() {
      isOpen = false;
      for (const folder of watchers.keys()) stopWatching(folder);
    },
  };
}

/** Returns the folder itself, or its nearest existing parent folder. */
function findNearestFolder(path: string): string {
  let folder = path;
  while (!isFolder(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

function listParents(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [] : [parent, ...listParents(parent)];
}

function isFolder(path: string): boolean {
  return findFolderInode(path) !== undefined;
}

/** Returns the inode of a folder; undefined if there is no readable folder at the path. */
function findFolderInode(path: string): bigint | undefined {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found?.isDirectory() ? found.ino : undefined;
  } catch {
    return undefined;
  }
}
