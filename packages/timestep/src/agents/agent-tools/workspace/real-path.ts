import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

/** The end of the path need not exist. Undefined for a link to a missing target. */
export function resolveRealPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
    if (code !== 'ENOENT' || pathExists(path)) return undefined;
    const outer = resolveRealPath(dirname(path));
    return outer === undefined ? undefined : join(outer, basename(path));
  }
}

/** Both paths must be without links. */
export function isWithin(folder: string, place: string): boolean {
  return place === folder || place.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function pathExists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
