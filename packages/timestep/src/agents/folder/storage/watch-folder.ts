import { readdirSync, statSync, watch, type FSWatcher } from 'node:fs';
import { dirname, join } from 'node:path';
import { isAgentFile, NOTE_PLACES, PLACES, SKILL_PLACES, TOP_FILES } from './agent-paths.ts';

/** Each folder uses one file system watcher. */
const MOST_FOLDERS = 500;

/** If the system has no watchers left, changes are found when the agent is read again. */
export function watchFolder(directory: string, onChange: () => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  let isOpen = true;

  function stopWatching(folder: string): void {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  }

  function updateWatchers(): void {
    if (!isOpen) return;
    const wanted = new Set(listWatchedFolders(directory).slice(0, MOST_FOLDERS));
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
      // The folder was deleted, or the system has no watchers left.
    }
  }

  updateWatchers();
  return () => {
    isOpen = false;
    for (const folder of watchers.keys()) stopWatching(folder);
  };
}

const TOP_NAMES: ReadonlySet<string> = new Set([
  ...TOP_FILES,
  ...PLACES.map((place) => place.split('/')[0] ?? place),
]);

/** Unrelated files, such as a database, may change all the time. */
function canBelongToAgent(name: string | null): boolean {
  return name === null || TOP_NAMES.has(name) || isAgentFile(name);
}

function listWatchedFolders(directory: string): string[] {
  const skills = SKILL_PLACES.flatMap((place) => {
    const folder = join(directory, place);
    return [dirname(folder), folder, ...listSubfolders(folder)];
  });
  const notes = [...NOTE_PLACES.rule, ...NOTE_PLACES.reference];
  const all = [directory, ...notes.map((place) => join(directory, place)), ...skills];
  return [...new Set(all)].filter(isFolder);
}

function listSubfolders(folder: string): string[] {
  return isFolder(folder)
    ? readdirSync(folder)
        .map((name) => join(folder, name))
        .filter(isFolder)
    : [];
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
