import { statSync, watch, type FSWatcher } from 'node:fs';
import { dirname, join } from 'node:path';
import { isAgentFile, MANIFEST } from '../folder/index.ts';

/** Watches of the system, which follow what a catalog has. */
export interface PathWatch {
  /**
   * Watches these sources and folders, and no others. Returns whether one is new: what happened in
   * it before is to be looked at.
   */
  follow(sources: readonly string[], folders: readonly string[]): boolean;
  close(): void;
}

/** Each of them takes a watch of the system. */
const MOST_FOLDERS = 10_000;

/**
 * Calls a function when an agent may have come, changed or gone. Where the system has no watches
 * left, changes are seen when the catalog is refreshed.
 */
export function watchPaths(onChange: () => void): PathWatch {
  const watchers = new Map<string, { readonly watcher: FSWatcher; readonly inode: bigint }>();
  let concerned: ReadonlySet<string> = new Set();
  let isOpen = true;

  function forget(folder: string): void {
    watchers.get(folder)?.watcher.close();
    watchers.delete(folder);
  }

  /** Beside agents there may be other files, as a database that changes all the time. */
  function concerns(path: string, name: string): boolean {
    return name === MANIFEST || isAgentFile(name) || concerned.has(path) || isFolder(path);
  }

  /** Returns whether the folder was not watched before. One in the place of another is a new one. */
  function begin(folder: string): boolean {
    const inode = inodeOf(folder);
    if (inode === undefined || watchers.get(folder)?.inode === inode) return false;
    forget(folder);
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (isOpen && (name === null || concerns(join(folder, name), name))) onChange();
      });
      watcher.on('error', () => forget(folder));
      watchers.set(folder, { watcher, inode });
      return true;
    } catch {
      // The folder is gone again, or the system has no watches left.
      return false;
    }
  }

  return {
    follow(sources, folders) {
      const above = sources.map((source) => nearestFolder(dirname(source)));
      const wanted = new Set([...above, ...folders].slice(0, MOST_FOLDERS));
      concerned = new Set([...sources, ...sources.flatMap(parentsOf), ...folders]);
      for (const folder of watchers.keys()) if (!wanted.has(folder)) forget(folder);
      return [...wanted].filter(begin).length > 0;
    },
    close() {
      isOpen = false;
      for (const folder of watchers.keys()) forget(folder);
    },
  };
}

/** The folder itself, or the first one above it that exists. */
function nearestFolder(path: string): string {
  let folder = path;
  while (!isFolder(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

function parentsOf(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [] : [parent, ...parentsOf(parent)];
}

function isFolder(path: string): boolean {
  return inodeOf(path) !== undefined;
}

/** Absent where there is no folder, or none that can be looked at. */
function inodeOf(path: string): bigint | undefined {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found?.isDirectory() ? found.ino : undefined;
  } catch {
    return undefined;
  }
}
