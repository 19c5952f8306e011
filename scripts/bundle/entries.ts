import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly bin?: Readonly<Record<string, string>>;
}

/** What of a package is loaded by its path, though neither a program nor a command imports it. */
const LOADED_BY_PATH: Readonly<Record<string, readonly string[]>> = {
  // Each is a bundle by itself: a thread begins with it, a workflow is bundled once more.
  '@timestep-ai/timestep': ['runner/sqlite/upkeep-thread'],
  '@timestep-ai/temporal': ['workflow/index'],
};

/** Files of a package by their paths below `src` and `dist`, without extension. */
export interface Entries {
  /** What programs import, and commands: these share what they have in common. */
  readonly published: readonly string[];
  readonly alone: readonly string[];
  /** Those that are commands; npm makes them executable where the package is installed, not in a clone. */
  readonly commands: readonly string[];
}

/** Read from the manifest, whose paths lead to `dist/<entry>.js`. */
export function entriesOf(folder: string): Entries {
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
