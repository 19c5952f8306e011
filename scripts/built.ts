/**
 * Holds the packages as they are built: what each entry exports, how many files there are, and what is
 * shipped beside the code.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { copiesIn, type Copy } from './bundle/copies.ts';
import { entriesOf } from './bundle/entries.ts';
import { loadedBy } from './loaded-by.ts';

/** A program that uses a package reads every file it loads: more of them is a later start. */
const MOST_FILES = 52;

/** Entries that every program loads, and what may be loaded with them, by package. */
const LIGHT: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'packages/timestep': { index: ['node:sqlite'] },
  'packages/temporal': { 'backend/index': [] },
};

/** A package as it is built. */
export interface Built {
  readonly name: string;
  /** Names that each entry exports. */
  readonly exports: readonly {
    readonly entry: string;
    readonly written: readonly string[];
    readonly built: readonly string[];
  }[];
  /** Paths below `dist` of its code. */
  readonly files: readonly string[];
  /** Of these, what is loaded by its path. */
  readonly needed: readonly string[];
  /** What is shipped beside the code. */
  readonly copies: readonly Copy[];
  /** What each command writes when it is asked for its version. */
  readonly commands: readonly { readonly entry: string; readonly said: string }[];
  /** Of entries that must be light: what is loaded with each, and what may be. */
  readonly light: readonly {
    readonly entry: string;
    readonly loaded: readonly string[];
    readonly allowed: readonly string[];
  }[];
}

export function problemsOfBuilt(built: Built): string[] {
  const { name, exports, files, needed, copies, commands, light } = built;
  const missing = needed.filter((file) => !files.includes(file));
  return [
    ...exports.flatMap(({ entry, written, built: found }) =>
      written.toSorted().join() === found.toSorted().join()
        ? []
        : [`${name}: ${entry} exports ${found.join(', ')} where it is built`],
    ),
    ...copies
      .filter(({ isSame }) => !isSame)
      .map(({ path }) => `${name}: ${path} is not what was written: npm run build copies it`),
    ...light.flatMap(({ entry, loaded, allowed }) =>
      loaded
        .filter((one) => !allowed.includes(one))
        .map((one) => `${name}: ${entry} loads ${one} at once: import it where it is used`),
    ),
    ...commands
      .filter(({ said }) => !/\d+\.\d+\.\d+/.test(said))
      .map(({ entry }) => `${name}: ${entry} does nothing where it is built`),
    ...missing.map((file) => `${name}: there is no ${file}, which is loaded by its path`),
    ...(files.length > MOST_FILES
      ? [`${name}: ${files.length} files, more than ${MOST_FILES}`]
      : []),
    ...(exports.length === 0 ? [`${name}: no entries found`] : []),
  ];
}

async function builtIn(root: string, name: string): Promise<Built> {
  const folder = join(root, name);
  const { published, alone, commands } = entriesOf(folder);
  const exports = published
    // A command does what it does when it is loaded.
    .filter((entry) => !entry.startsWith('cli/'))
    .map(async (entry) => ({
      entry,
      written: await namesIn(join(folder, 'src', `${entry}.ts`)),
      built: await namesIn(join(folder, 'dist', `${entry}.js`)),
    }));
  return {
    name,
    exports: await Promise.all(exports),
    light: await Promise.all(
      Object.entries(LIGHT[name] ?? {}).map(async ([entry, allowed]) => {
        const loaded = await loadedBy(join(folder, 'dist', `${entry}.js`));
        return { entry, allowed, loaded };
      }),
    ),
    // The files of the page are for browsers, and are held by `web-size`.
    files: globSync('**/*.js', { cwd: join(folder, 'dist'), exclude: ['ui/**'] }),
    needed: alone.map((entry) => `${entry}.js`),
    copies: copiesIn(root, name),
    commands: commands.map((entry) => ({
      entry,
      said: versionOf(join(folder, 'dist', `${entry}.js`)),
    })),
  };
}

function versionOf(command: string): string {
  return spawnSync(process.execPath, [command, '--version'], { encoding: 'utf8' }).stdout;
}

async function namesIn(path: string): Promise<string[]> {
  const module: unknown = await import(pathToFileURL(path).href);
  return Object.keys(module as object);
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  for (const name of ['packages/timestep', 'packages/temporal', 'packages/grpc']) {
    const built = await builtIn(root, name);
    const problems = problemsOfBuilt(built);
    const { exports, files, copies, light } = built;
    const shipped = copies.length === 0 ? '' : `, ${copies.length} beside them`;
    console.log(
      `built: ${name}: ${exports.length} entries, ${light.length} of them light, ${files.length} files${shipped}`,
    );
    for (const problem of problems) console.error(`  ${problem}`);
    if (problems.length > 0) process.exitCode = 1;
  }
}
