import { posix } from 'node:path';
import type { SourceFile } from './source-tree.ts';

/** The folder of the modules. */
export const SOURCE = 'packages/timestep/src';
/** The root of `src`; its index exports the public API of all modules. */
export const ROOT = '';

/** The modules by their path below `src`, such as `engine/port`, each with the modules that its tsconfig references. */
export type Modules = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads the modules: every folder below `src` that has a `tsconfig.json`, and `src` itself. */
export function readModules(files: readonly SourceFile[]): Modules {
  const configs = files.filter(
    ({ path }) => path.startsWith(`${SOURCE}/`) && posix.basename(path) === 'tsconfig.json',
  );
  return new Map(
    configs.map(({ path, text }) => {
      const folder = posix.dirname(path);
      const { references = [] } = JSON.parse(text) as { references?: readonly { path: string }[] };
      const paths = references.map((reference) => posix.join(folder, reference.path));
      return [pathBelowSource(folder), new Set(paths.map(pathBelowSource))];
    }),
  );
}

/** Returns the index of a module that is imported by its path below `src`, such as `#engine/port`; else undefined. */
export function resolveModule(specifier: string): string | undefined {
  return specifier.startsWith('#') ? posix.join(SOURCE, specifier.slice(1), 'index.ts') : undefined;
}

/** Returns the module of a file: its nearest folder with a tsconfig. Without one, its first folder below `src`. */
export function findModule(path: string, modules: Modules): string {
  const folder = pathBelowSource(posix.dirname(path));
  for (let at = folder; at !== '.' && at !== ROOT; at = posix.dirname(at)) {
    if (modules.has(at)) return at;
  }
  return folder.split('/')[0] ?? ROOT;
}

function pathBelowSource(path: string): string {
  return posix.relative(SOURCE, path);
}
