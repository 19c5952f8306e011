import { posix } from 'node:path';
import type { SourceFile } from '../source/source-tree.ts';
import { runGuard, type Verdict } from '../source/verdict.ts';

/** The conditions of every export, in the order that resolvers need. */
const CONDITIONS = ['@timestep/source', 'types', 'default'];

interface Manifest {
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly files?: readonly string[];
}

/** Checks the public API: index files that name each export, and an export map without errors. */
export function checkSurface(files: readonly SourceFile[]): Verdict {
  const paths = new Set(files.map(({ path }) => path));
  const indexes = files.filter(({ path }) => /^packages\/[^/]+\/src\/(.*\/)?index\.ts$/.test(path));
  const manifests = files.filter(({ path }) => /^packages\/[^/]+\/package\.json$/.test(path));
  const problems = [
    ...indexes.flatMap(findUnnamedExports),
    ...manifests.flatMap((manifest) => [...findWrongEntries(manifest, paths)]),
  ];
  const entries = manifests.flatMap(({ text }) => Object.keys(parseManifest(text).exports ?? {}));
  if (indexes.length === 0 || entries.length === 0) problems.push('no packages found');
  return { summary: `${indexes.length} index files, ${entries.length} entry points`, problems };
}

function findUnnamedExports({ path, text }: SourceFile): string[] {
  const problems: string[] = [];
  if (/^\s*export\s*\*/m.test(text)) problems.push(`${path} has an export *: name each export`);
  if (/^\s*export\s+default\b|\bas\s+default\b/m.test(text)) {
    problems.push(`${path} has a default export: name it`);
  }
  return problems;
}

/** Returns the index of an entry, relative to the package: below `src` or below a group of modules in it. */
function findIndex(entry: string, folder: string, paths: ReadonlySet<string>): string {
  const index = posix.join(entry, 'index.ts');
  const grouped = new RegExp(`^${RegExp.escape(folder)}/(src/[\\w-]+/${RegExp.escape(index)})$`);
  const found = [...paths]
    .map((path) => grouped.exec(path)?.[1])
    .find((path) => path !== undefined);
  return `./${entry === '.' ? 'src/index.ts' : (found ?? posix.join('src', index))}`;
}

function* findWrongEntries(manifest: SourceFile, paths: ReadonlySet<string>): Generator<string> {
  const { exports: entries = {}, bin = {}, files = [] } = parseManifest(manifest.text);
  const folder = posix.dirname(manifest.path);
  for (const [entry, target] of Object.entries(entries)) {
    if (entry === './package.json' && target === entry) continue;
    const source = findIndex(entry, folder, paths);
    const built = source.replace('./src/', './dist/').replace(/\.ts$/, '');
    const expected = [source, `${built}.d.ts`, `${built}.js`];
    if (typeof target === 'string' || !isSame(Object.keys(target), CONDITIONS)) {
      yield `${manifest.path}: ${entry} must map ${CONDITIONS.join(', ')} in this order`;
    } else if (!isSame(Object.values(target), expected) && !isRootFile(entry, target)) {
      yield `${manifest.path}: ${entry} must lead to ${expected.join(', ')}`;
    } else if (!paths.has(posix.join(folder, source))) {
      yield `${manifest.path}: ${entry} leads to ${source}, which does not exist`;
    }
  }
  for (const [command, target] of Object.entries(bin)) {
    const path = posix.join(folder, target);
    const source = path.replace(/\/dist\/(.*)\.js$/, '/src/$1.ts');
    if (!paths.has(source)) yield `${manifest.path}: command ${command} has no source ${source}`;
  }
  for (const name of files.filter((file) => /^[A-Z]/.test(file))) {
    if (!paths.has(posix.join(folder, name))) yield `${manifest.path}: ${name} is missing`;
  }
}

/** Checks whether an entry leads to a file of its name beside the root index, which re-exports names of several modules. */
function isRootFile(entry: string, target: Readonly<Record<string, string>>): boolean {
  const file = posix.join('src', entry);
  const built = file.replace('src/', 'dist/');
  return isSame(Object.values(target), [`./${file}.ts`, `./${built}.d.ts`, `./${built}.js`]);
}

function parseManifest(text: string): Manifest {
  return JSON.parse(text) as Manifest;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}

if (import.meta.main) runGuard('surface', checkSurface);
