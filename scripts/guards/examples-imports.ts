import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { listImports } from '../source/imports.ts';
import type { SourceFile } from '../source/source-tree.ts';
import { runGuard, type Verdict } from '../source/verdict.ts';

const EXAMPLES = 'examples';

interface Manifest {
  readonly name?: string;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Packages that a user can install, and every name they can be imported by. */
interface Published {
  readonly packages: ReadonlySet<string>;
  readonly entryPoints: ReadonlySet<string>;
}

/**
 * Checks that examples import only what a user can import: published entry points, Node, their own
 * files and dependencies that they declare. Files directly in `examples/` may use every example.
 */
export function checkExamplesImports(files: readonly SourceFile[]): Verdict {
  const sources = files.filter(
    ({ path }) => path.startsWith(`${EXAMPLES}/`) && /\.[cm]?[jt]s$/.test(path),
  );
  const published = readPublished(files);
  const problems = sources.flatMap((file) =>
    listImports(file.text)
      .filter(({ specifier }) => !isAllowed(file.path, specifier, published, files))
      .map(({ specifier, line }) => `${file.path}:${line} imports ${specifier}`),
  );
  if (sources.length === 0) problems.push(`no source files found under ${EXAMPLES}`);
  if (published.entryPoints.size === 0) problems.push('no published entry points found');
  const summary = `${sources.length} files, ${published.entryPoints.size} entry points`;
  return { summary, problems };
}

function isAllowed(
  path: string,
  specifier: string,
  { packages, entryPoints }: Published,
  files: readonly SourceFile[],
): boolean {
  if (specifier.startsWith('.')) {
    return posix.join(posix.dirname(path), specifier).startsWith(`${getExampleFolder(path)}/`);
  }
  if (isBuiltin(specifier)) return specifier.startsWith('node:');
  const name = getPackageName(specifier);
  return packages.has(name)
    ? entryPoints.has(specifier)
    : readDeclaredDependencies(path, files).has(name);
}

/** `examples/<story>`, or `examples` for a file directly in it. */
function getExampleFolder(path: string): string {
  const [, story = '', ...rest] = path.split('/');
  return rest.length === 0 ? EXAMPLES : posix.join(EXAMPLES, story);
}

function readPublished(files: readonly SourceFile[]): Published {
  const manifests = files
    .filter(({ path }) => /^packages\/[^/]+\/package\.json$/.test(path))
    .map(({ text }) => JSON.parse(text) as Manifest);
  const entryPoints = manifests.flatMap(({ name = '', exports: entries = {} }) =>
    Object.keys(entries).map((entry) => posix.join(name, entry)),
  );
  return {
    packages: new Set(manifests.map(({ name = '' }) => name)),
    entryPoints: new Set(entryPoints),
  };
}

/**
 * Returns the dependencies that an example's manifest declares; its tests may also use the
 * repository's test tools.
 */
function readDeclaredDependencies(path: string, files: readonly SourceFile[]): Set<string> {
  const owners = [`${getExampleFolder(path)}/package.json`];
  if (path.endsWith('.test.ts')) owners.push('package.json');
  const manifests = files.filter((file) => owners.includes(file.path));
  const names = manifests.flatMap(({ text }) => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(text) as Manifest;
    return Object.keys({ ...dependencies, ...devDependencies });
  });
  return new Set(names);
}

function getPackageName(specifier: string): string {
  const [first = '', second = ''] = specifier.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}

if (import.meta.main) runGuard('examples-imports', checkExamplesImports);
