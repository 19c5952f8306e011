import { readdirSync, statSync, watch, type FSWatcher } from 'node:fs';
import { dirname, join } from 'node:path';
import { isAgentFile, NOTE_PLACES, PLACES, SKILL_PLACES, TOP_FILES } from './agent-paths.ts';

/** Each of them takes a watch of the system. */
const MOST_FOLDERS = 500;

/**
 * Calls a function when files of an agent may have changed. Where the system has no watches left,
 * changes are not noticed here; they are still seen when the agent is read again.
 */
export function watchFolder(directory: string, onChange: () => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  let isOpen = true;

  function forget(folder: string): void {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  }

  function watchAll(): void {
    if (!isOpen) return;
    const wanted = new Set(foldersOf(directory).slice(0, MOST_FOLDERS));
    for (const folder of watchers.keys()) if (!wanted.has(folder)) forget(folder);
    for (const folder of wanted) if (!watchers.has(folder)) begin(folder);
  }

  function begin(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (!isOpen || (folder === directory && !isOfAgent(name))) return;
        watchAll();
        onChange();
      });
      watcher.on('error', () => forget(folder));
      watchers.set(folder, watcher);
    } catch {
      // The folder is gone again, or the system has no watches left.
    }
  }

  watchAll();
  return () => {
    isOpen = false;
    for (const folder of watchers.keys()) forget(folder);
  };
}

const TOP_NAMES: ReadonlySet<string> = new Set([
  ...TOP_FILES,
  ...PLACES.map((place) => place.split('/')[0] ?? place),
]);

/** At the top of the folder there may be other files, as a database that changes all the time. */
function isOfAgent(name: string | null): boolean {
  return name === null || TOP_NAMES.has(name) || isAgentFile(name);
}

function foldersOf(directory: string): string[] {
  const skills = SKILL_PLACES.flatMap((place) => {
    const folder = join(directory, place);
    return [dirname(folder), folder, ...foldersIn(folder)];
  });
  const notes = [...NOTE_PLACES.rule, ...NOTE_PLACES.reference];
  const all = [directory, ...notes.map((place) => join(directory, place)), ...skills];
  return [...new Set(all)].filter(isFolder);
}

function foldersIn(folder: string): string[] {
  return isFolder(folder)
    ? readdirSync(folder)
        .map((name) => join(folder, name))
        .filter(isFolder)
    : [];
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
