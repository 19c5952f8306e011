import type { Mount } from './mount.ts';

/** The mounts that a path may belong to, the longest prefix first. */
export type FindMounts = (pathname: string) => readonly Mount[];

/** Finds mounts in a time that depends on the length of a path, not on the number of mounts. */
export function routerOf(mounts: readonly Mount[]): FindMounts {
  const byPrefix = new Map<string, Mount[]>();
  for (const mount of mounts) {
    const there = byPrefix.get(mount.prefix);
    if (there) there.push(mount);
    else byPrefix.set(mount.prefix, [mount]);
  }
  const deepest = Math.max(0, ...[...byPrefix.keys()].map(depthOf));
  return (pathname) =>
    prefixesIn(pathname, deepest).flatMap((prefix) => byPrefix.get(prefix) ?? []);
}

/** Returns '', `/a` and `/a/b` for `/a/b/c` where no mount is deeper than two. */
function prefixesIn(pathname: string, deepest: number): string[] {
  const prefixes = [''];
  let end = 0;
  while (prefixes.length <= deepest && end < pathname.length) {
    const next = pathname.indexOf('/', end + 1);
    end = next === -1 ? pathname.length : next;
    prefixes.push(pathname.slice(0, end));
  }
  return prefixes.toReversed();
}

function depthOf(prefix: string): number {
  return prefix.split('/').length - 1;
}
