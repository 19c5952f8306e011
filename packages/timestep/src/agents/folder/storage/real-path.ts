import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

/**
 * Resolves links in a path, whose last parts need not exist. Undefined for a link to a missing
 * target.
 */
export function resolveLinksInPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
    if (code !== 'ENOENT' || lstatSync(path, { throwIfNoEntry: false })) return undefined;
    const outer = resolveLinksInPath(dirname(path));
    return outer === undefined ? undefined : join(outer, basename(path));
  }
}

export function isPathWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
