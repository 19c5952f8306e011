import { readdirSync, statSync } from 'node:fs';
import { join, dirname } from 'node:path';
import { TOP_FILES, PLACES, isAgentFile, SKILL_PLACES } from './agent-paths.ts';

const TOP_NAMES: ReadonlySet<string> = new Set([
  ...TOP_FILES,
  ...PLACES.map((place) => place.split('/')[0] ?? place),
]);

/**
 * Whether a changed file can be part of an agent. Others, such as databases, change too often to
 * check.
 */
export function canBelongToAgent(name: string | null): boolean {
  return name === null || TOP_NAMES.has(name) || isAgentFile(name);
}

export function listFoldersToWatch(directory: string): string[] {
  const places = PLACES.map((place) => join(directory, place));
  const skills = SKILL_PLACES.flatMap((place) => listSubfolders(join(directory, place)));
  const all = new Set([directory, ...places.map((place) => dirname(place)), ...places, ...skills]);
  return [...all].filter(isFolder);
}

function listSubfolders(folder: string): string[] {
  const names = isFolder(folder) ? readdirSync(folder) : [];
  return names.map((name) => join(folder, name)).filter(isFolder);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
