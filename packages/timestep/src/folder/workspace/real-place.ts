import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

/**
 * Where a path leads once all links are followed; the end of it need not be there. `undefined` for a link to
 * what is missing, which could be anywhere tomorrow.
 */
export function realPlace(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
    if (code !== 'ENOENT' || isThere(path)) return undefined;
    const outer = realPlace(dirname(path));
    return outer === undefined ? undefined : join(outer, basename(path));
  }
}

/** True for a place in a folder, or the folder itself; both without links. */
export function isWithin(folder: string, place: string): boolean {
  return place === folder || place.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
