import type { SourceFile } from '../source/source-tree.ts';
import { runGuard, type Verdict } from '../source/verdict.ts';

interface LockedPackage {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
}

/** Rejects packages in lock files whose content `npm ci` would not check. */
export function lockFiles(files: readonly SourceFile[]): Verdict {
  const locks = files.filter(({ path }) => /(?:^|\/)package-lock\.json$/.test(path));
  const packages = locks.flatMap(({ path, text }) => {
    const lock = JSON.parse(text) as { readonly packages: Readonly<Record<string, LockedPackage>> };
    return Object.entries(lock.packages)
      .filter(([name, { link, inBundle }]) => name.includes('node_modules/') && !link && !inBundle)
      .map(([name, locked]) => ({ path, name, ...locked }));
  });
  const problems = packages.flatMap(({ path, name, integrity = '', resolved }) => [
    ...(integrity.startsWith('sha512-') ? [] : [`${path}: ${name} has no sha512 integrity`]),
    ...(resolved === undefined ? [] : [`${path}: ${name} names its registry: ${resolved}`]),
  ]);
  if (packages.length === 0) problems.push('no locked packages: nothing to check');
  return { summary: `${packages.length} locked packages in ${locks.length} files`, problems };
}

if (import.meta.main) runGuard('lock-files', lockFiles);
