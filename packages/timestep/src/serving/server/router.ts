import type { Mount } from './mount.ts';

/** Returns the mounts that may answer a path, the longest prefix first. */
export type FindMounts = (pathname: string) => readonly Mount[];

/**
 * Creates a lookup of mounts by path. Its time depends on the length of the path, not on the number
 * of mounts.
 */
export function createRouter(mounts: readonly Mount[]): FindMounts {
  const byPrefix = new Map<string, Mount[]>();
  for (const mount of mounts) {
    const there = byPrefix.get(mount.prefix);
    if (there) there.push(mount);
    else byPrefix.set(mount.prefix, [mount]);
  }
  const deepest = Math.max(0, ...[...byPrefix.keys()].map(countSegments));
  return (pathname) =>
    listPrefixes(pathname, deepest).flatMap((prefix) => byPrefix.get(prefix) ?? []);
}

/**
 * Splits a path into its prefixes, the longest first: '/a/b', '/a' and '' for `/a/b/c` if no mount
 * is deeper than two.
 */
function listPrefixes(pathname: string, deepest: number): string[] {
  const prefixes = [''];
  let end = 0;
  while (prefixes.length <= deepest && end < pathname.length) {
    const next = pathname.indexOf('/', end + 1);
    end = next === -1 ? pathname.length : next;
    prefixes.push(pathname.slice(0, end));
  }
  return prefixes.toReversed();
}

function countSegments(prefix: string): number {
  return prefix.split('/').length - 1;
}
