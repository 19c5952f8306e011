import { posix } from 'node:path';
import { listImports } from './imports.ts';
import type { SourceFile } from './source-tree.ts';
import { runGuard, type Verdict } from './verdict.ts';

const SOURCE = 'packages/timestep/src';
/** The root of `src`; its index exports the public API of all modules. */
const ROOT = '';
/** The module that must run in any runtime, so it imports only itself. */
const CORE = 'core';
const PACKAGE = '@timestep-ai/timestep';

/**
 * Checks the direction of imports: a module imports only modules that its tsconfig references, only
 * their index, and never the package by its own name. Tests may import the index of any module.
 */
export function checkLayers(files: readonly SourceFile[]): Verdict {
  const modules = readModules(files);
  const sources = files.filter(({ path }) => path.startsWith(`${SOURCE}/`) && path.endsWith('.ts'));
  const problems = [...findUncheckedModules(sources, modules)];
  let imports = 0;
  for (const file of sources) {
    for (const { specifier, line } of listImports(file.text)) {
      imports += 1;
      const problem = checkImport(file.path, specifier, modules);
      if (problem !== undefined) problems.push(`${file.path}:${line} ${problem}`);
    }
  }
  if (imports === 0) problems.push(`no imports found under ${SOURCE}`);
  const summary = `${imports} imports in ${sources.length} files of ${modules.size - 1} modules`;
  return { summary, problems };
}

type Modules = ReadonlyMap<string, ReadonlySet<string>>;

function readModules(files: readonly SourceFile[]): Modules {
  const configs = files.filter(
    ({ path }) => path.startsWith(`${SOURCE}/`) && posix.basename(path) === 'tsconfig.json',
  );
  return new Map(configs.map((config) => [getModule(config.path), readReferences(config)]));
}

function readReferences({ path, text }: SourceFile): Set<string> {
  const { references = [] } = JSON.parse(text) as { references?: readonly { path: string }[] };
  const folder = posix.dirname(path);
  return new Set(references.map((reference) => getModule(posix.join(folder, reference.path, 'x'))));
}

/** Returns the module of a path under `src`: its first folder, or the root. */
function getModule(path: string): string {
  const inside = posix.relative(SOURCE, path);
  return inside.includes('/') ? (inside.split('/')[0] ?? ROOT) : ROOT;
}

/**
 * Reports modules without a tsconfig, and modules that the build never reaches, because the
 * compiler does not check them.
 */
function* findUncheckedModules(
  sources: readonly SourceFile[],
  modules: Modules,
): Generator<string> {
  for (const module of new Set(sources.map(({ path }) => getModule(path)))) {
    if (!modules.has(module)) yield `${posix.join(SOURCE, module)} has no tsconfig.json`;
    else if (module !== ROOT && !modules.get(ROOT)?.has(module)) {
      yield `${posix.join(SOURCE, module)} is not referenced by ${SOURCE}/tsconfig.json`;
    }
  }
}

function checkImport(path: string, specifier: string, modules: Modules): string | undefined {
  const from = getModule(path);
  const isTest = /\.(test|fixture)\.ts$/.test(path);
  if (specifier === PACKAGE || specifier.startsWith(`${PACKAGE}/`)) {
    return `imports ${specifier}: inside the package, import the module's index by its path`;
  }
  if (!specifier.startsWith('.')) {
    return from === CORE && !isTest ? `imports ${specifier}: core imports nothing` : undefined;
  }
  const target = posix.join(posix.dirname(path), specifier);
  if (!target.startsWith(`${SOURCE}/`)) return `imports ${specifier}, which is outside ${SOURCE}`;
  const to = getModule(target);
  if (to === from) return undefined;
  if (target !== posix.join(SOURCE, to, 'index.ts')) {
    return `imports ${specifier}: import other modules by their index.ts`;
  }
  if (isTest || modules.get(from)?.has(to)) return undefined;
  return `imports ${specifier}: ${from || 'src'} does not reference ${to || 'src'}`;
}

if (import.meta.main) runGuard('layers', checkLayers);
