import type { AgentMounts, Mount } from './mount.ts';

/** Returns the mounts that may answer a path, the longest prefix first. */
export type FindMounts = (pathname: string) => readonly Mount[];

/** Indexes mounts by prefix, so that a search does not depend on the number of mounts. */
export function indexMounts(mounts: readonly Mount[]): FindMounts {
  const byPrefix = Map.groupBy(mounts, ({ prefix }) => prefix);
  const deepest = Math.max(0, ...[...byPrefix.keys()].map(countPathSegments));
  return (pathname) =>
    listPrefixes(pathname, deepest).flatMap((prefix) => byPrefix.get(prefix) ?? []);
}

/** Lists the prefixes of a path of at most `deepest` segments: '/a/b', '/a' and '' for `/a/b/c`. */
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

/** Serves one path below each address of an agent. */
export function mountAtPath(path: string, answer: NonNullable<Mount['answer']>): AgentMounts {
  return {
    at(base) {
      const prefix = `${base}${path}`;
      return [
        {
          prefix,
          answer: (request, caller) =>
            new URL(request.url).pathname === prefix ? answer(request, caller) : undefined,
        },
      ];
    },
  };
}

export function isReadRequest({ method, url }: Request, ...paths: readonly string[]): boolean {
  return (method === 'GET' || method === 'HEAD') && paths.includes(new URL(url).pathname);
}

function countPathSegments(prefix: string): number {
  return prefix.split('/').length - 1;
}
