import { PUBLISHED } from '../../pack.ts';
import type { SourceFile } from '../../source/source-tree.ts';
import { runGuard, type Verdict } from '../../source/verdict.ts';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/**
 * Checks what a release relies on: all packages have one version and depend on each other at it, the changelog has a heading
 * for what is released next, and each package is packed and published.
 */
export function checkRelease(
  files: readonly SourceFile[],
  packed: readonly string[] = PUBLISHED,
): Verdict {
  const read = (path: string): string => files.find((file) => file.path === path)?.text ?? '';
  const manifests = files
    .filter(({ path }) => /^packages\/[^/]+\/package\.json$/.test(path))
    .map(({ path, text }) => ({
      folder: path.replace('/package.json', ''),
      manifest: JSON.parse(text) as Manifest,
    }));
  const version = manifests[0]?.manifest.version ?? '';
  const names = new Set(manifests.map(({ manifest }) => manifest.name));
  const problems = manifests.flatMap(({ folder, manifest }) => [
    ...(manifest.version === version
      ? []
      : [`${folder} has version ${manifest.version}, not ${version}`]),
    ...listOtherVersions(manifest, names, version).map((name) => `${folder} wants another ${name}`),
    ...(packed.includes(folder) ? [] : [`${folder} is not in PUBLISHED of scripts/pack.ts`]),
    ...(isPublished(read('.github/workflows/release.yml'), folder)
      ? []
      : [`${folder} is not published by .github/workflows/release.yml`]),
  ]);
  if (!/^## Not released$/m.test(read('CHANGELOG.md'))) {
    problems.push('CHANGELOG.md has no "## Not released"');
  }
  if (manifests.length === 0) problems.push('no packages');
  return { summary: `${manifests.length} packages at ${version}`, problems };
}

function listOtherVersions(
  manifest: Manifest,
  names: ReadonlySet<string>,
  version: string,
): string[] {
  const { dependencies, devDependencies, peerDependencies } = manifest;
  return [dependencies, devDependencies, peerDependencies].flatMap((wanted = {}) =>
    Object.entries(wanted).flatMap(([name, at]) =>
      names.has(name) && at !== version ? [name] : [],
    ),
  );
}

/** Whether the loop of the workflow names a package. */
function isPublished(workflow: string, folder: string): boolean {
  const [, listed = ''] = /^ +for name in (.+); do$/m.exec(workflow) ?? [];
  return listed.split(' ').includes(folder.replace('packages/', ''));
}

if (import.meta.main) runGuard('versions', checkRelease);
