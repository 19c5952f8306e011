import { posix } from 'node:path';
import { listImports } from '../source/imports.ts';
import {
  findModule,
  readModules,
  resolveModule,
  ROOT,
  SOURCE,
  type Modules,
} from '../source/module-tree.ts';
import type { SourceFile } from '../source/source-tree.ts';
import { runGuard, type Verdict } from '../source/verdict.ts';

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
  const problems = [...findUncheckedModules(sources, modules), ...findUpwardReferences(modules)];
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

/**
 * Reports modules without a tsconfig, and modules that the build never reaches, because the
 * compiler does not check them.
 */
function* findUncheckedModules(
  sources: readonly SourceFile[],
  modules: Modules,
): Generator<string> {
  for (const module of new Set(sources.map(({ path }) => findModule(path, modules)))) {
    if (!modules.has(module)) yield `${posix.join(SOURCE, module)} has no tsconfig.json`;
    else if (module !== ROOT && !modules.get(ROOT)?.has(module)) {
      yield `${posix.join(SOURCE, module)} is not referenced by ${SOURCE}/tsconfig.json`;
    }
  }
}

/**
 * The groups of modules from the bottom to the top. A module references modules of its own group and of lower ones.
 * Groups with one number are beside each other.
 */
const HEIGHTS: Readonly<Record<string, number>> = {
  core: 0,
  engine: 1,
  protocols: 2,
  testing: 2,
  agents: 3,
  serving: 4,
  eval: 4,
  people: 5,
};

function* findUpwardReferences(modules: Modules): Generator<string> {
  for (const [module, references] of modules) {
    if (module === ROOT) continue;
    const from = groupOf(module);
    for (const to of [...references].map(groupOf)) {
      const [height, other] = [HEIGHTS[from], HEIGHTS[to]];
      if (height === undefined || other === undefined || from === to || other < height) continue;
      yield `${module} references the group ${to}, which is not below ${from}`;
    }
  }
}

function groupOf(module: string): string {
  return module.split('/')[0] ?? module;
}

function checkImport(path: string, specifier: string, modules: Modules): string | undefined {
  const from = findModule(path, modules);
  const isTest = /\.(test|fixture)\.ts$/.test(path);
  if (specifier === PACKAGE || specifier.startsWith(`${PACKAGE}/`)) {
    return `imports ${specifier}: inside the package, import a module as #group/module`;
  }
  if (!/^[.#]/.test(specifier)) {
    return from === CORE && !isTest ? `imports ${specifier}: core imports nothing` : undefined;
  }
  const index = resolveModule(specifier);
  const target = index ?? posix.join(posix.dirname(path), specifier);
  if (!target.startsWith(`${SOURCE}/`)) return `imports ${specifier}, which is outside ${SOURCE}`;
  const to = findModule(target, modules);
  if (to === from) return undefined;
  if (to !== ROOT && index !== posix.join(SOURCE, to, 'index.ts')) {
    return `imports ${specifier}: import the module as #${to}`;
  }
  if (isTest || modules.get(from)?.has(to)) return undefined;
  return `imports ${specifier}: ${from || 'src'} does not reference ${to || 'src'}`;
}

if (import.meta.main) runGuard('layers', checkLayers);
