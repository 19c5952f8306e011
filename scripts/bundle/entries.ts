import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly bin?: Readonly<Record<string, string>>;
}

/** Files of a package that are loaded by their path, and that no program or command imports. */
const LOADED_BY_PATH: Readonly<Record<string, readonly string[]>> = {
  // Each file is a separate bundle: a thread starts with it, or a workflow bundles it again.
  '@timestep-ai/timestep': ['engine/runner/sqlite/upkeep/upkeep-thread'],
  '@timestep-ai/embedder': ['embedding-thread'],
  '@timestep-ai/temporal': ['workflow/index'],
};

/** Files of a package by their paths below `src` and `dist`, without extension. */
export interface Entries {
  /** Entries for programs and commands; these share common code. */
  readonly published: readonly string[];
  readonly alone: readonly string[];
  /**
   * Entries that are commands. npm makes them executable where the package is installed, but not in
   * a clone.
   */
  readonly commands: readonly string[];
}

/** Reads the entries from the manifest, whose paths have the form `dist/<entry>.js`. */
export function readEntries(folder: string): Entries {
  const text = readFileSync(join(folder, 'package.json'), 'utf8');
  const { name, exports, bin = {} } = JSON.parse(text) as Manifest & { readonly name: string };
  const targets = Object.values(exports).flatMap((target) =>
    typeof target === 'string' ? [] : [target['default'] ?? ''],
  );
  const entryOf = (target: string): string => target.replace(/^(?:\.\/)?dist\/(.*)\.js$/, '$1');
  const commands = Object.values(bin).map(entryOf);
  const published = [...targets.map(entryOf), ...commands];
  return { published, alone: LOADED_BY_PATH[name] ?? [], commands };
}
