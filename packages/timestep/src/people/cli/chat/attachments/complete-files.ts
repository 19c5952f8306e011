import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Completion } from '#people/chat';

const MAX_FILES = 50;

/** Suggests files and folders for a path that was begun, as `@path`. Hidden ones must be begun with a dot. */
export async function completeFiles(
  begun: string,
  directory: string,
): Promise<readonly Completion[]> {
  const at = begun.lastIndexOf('/') + 1;
  const [folder, start] = [begun.slice(0, at), begun.slice(at)];
  const entries = await readdir(resolve(directory, folder === '' ? '.' : folder), {
    withFileTypes: true,
  }).catch(() => []);
  return entries
    .filter(({ name }) => name.startsWith(start) && (start !== '' || !name.startsWith('.')))
    .filter(({ name }) => !/\s/.test(name))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
    .slice(0, MAX_FILES)
    .map((entry) => ({ word: `@${folder}${entry.name}${entry.isDirectory() ? '/' : ''}` }));
}
