import { readdirSync, statSync } from 'node:fs';
import { join, dirname } from 'node:path';
import { TOP_FILES, PLACES, isAgentFile, SKILL_PLACES, NOTE_PLACES } from './agent-paths.ts';

const TOP_NAMES: ReadonlySet<string> = new Set([
  ...TOP_FILES,
  ...PLACES.map((place) => place.split('/')[0] ?? place),
]);

/** Whether a file can belong to an agent. Unrelated files, such as databases, change often. */
export function canBelongToAgent(name: string | null): boolean {
  return name === null || TOP_NAMES.has(name) || isAgentFile(name);
}

export function listWatchedFolders(directory: string): string[] {
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
