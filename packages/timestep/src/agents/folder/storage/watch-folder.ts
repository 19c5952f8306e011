import { type FSWatcher, watch } from 'node:fs';
import { listFoldersToWatch, canBelongToAgent } from './watched-folders.ts';

const MOST_FOLDERS = 500;

/**
 * Watches a folder. If the system has no free watchers, changes are noticed at the next reading.
 */
export function watchFolder(directory: string, onChange: () => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  let isOpen = true;

  function stopWatching(folder: string): void {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  }

  function updateWatchers(): void {
    if (!isOpen) return;
    const wanted = new Set(listFoldersToWatch(directory).slice(0, MOST_FOLDERS));
    for (const folder of watchers.keys()) if (!wanted.has(folder)) stopWatching(folder);
    for (const folder of wanted) if (!watchers.has(folder)) startWatching(folder);
  }

  function startWatching(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (!isOpen || (folder === directory && !canBelongToAgent(name))) return;
        updateWatchers();
        onChange();
      });
      watcher.on('error', () => stopWatching(folder));
      watchers.set(folder, watcher);
    } catch {
      // Watching fails if the folder was deleted, or if the system has no watchers left.
    }
  }

  updateWatchers();
  return () => {
    isOpen = false;
    for (const folder of watchers.keys()) stopWatching(folder);
  };
}
