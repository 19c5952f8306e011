/**
 * Checks the built packages: the exports of each entry, the number of files, and the files that are
 * shipped beside the code.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compareShippedFiles, type Copy } from '../bundle/copies.ts';
import { readEntries } from '../bundle/entries.ts';
import { listLoadedPackages } from '../source/loaded-by.ts';

/** Maximum number of code files of a package. */
const MOST_FILES = 90;

/** Maximum kilobytes of code that a light entry loads at once, because parsing it takes CPU time. */
const MOST_KILOBYTES = 1030;

/** Entries that every program loads, and the packages that may be loaded with them, by package. */
const LIGHT: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'packages/timestep': { index: ['node:sqlite'] },
  'packages/temporal': { 'backend/index': [] },
};

export interface Built {
  readonly name: string;
  /** Names that each entry exports. */
  readonly exports: readonly {
    readonly entry: string;
    readonly written: readonly string[];
    readonly built: readonly string[];
  }[];
  /** Paths of the code files, relative to `dist`. */
  readonly files: readonly string[];
  /** Code files with characters beyond ASCII, which take twice the memory when they are loaded. */
  readonly wide: readonly string[];
  /** Code files that are loaded by their path. */
  readonly needed: readonly string[];
  /** Files that are shipped beside the code. */
  readonly copies: readonly Copy[];
  /** The output of each command for `--version`. */
  readonly commands: readonly { readonly entry: string; readonly said: string }[];
  /**
   * Entries that must be light: the packages that are loaded with each, and the packages that may
   * be.
   */
  readonly light: readonly {
    readonly entry: string;
    readonly loaded: readonly string[];
    readonly allowed: readonly string[];
    /** Kilobytes of the package's own code that is loaded with the entry. */
    readonly kilobytes: number;
  }[];
}

export function checkBuilt(built: Built): string[] {
  const { name, exports, files, wide, needed, copies, commands, light } = built;
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
    ...light
      .filter(({ kilobytes }) => kilobytes > MOST_KILOBYTES)
      .map(
        ({ entry, kilobytes }) =>
          `${name}: ${entry} loads ${kilobytes} kB at once, more than ${MOST_KILOBYTES}: import code where it is used`,
      ),
    ...commands
      .filter(({ said }) => !/\d+\.\d+\.\d+/.test(said))
      .map(({ entry }) => `${name}: ${entry} does nothing where it is built`),
    ...missing.map((file) => `${name}: there is no ${file}, which is loaded by its path`),
    ...wide.map((file) => `${name}: ${file} has characters beyond ASCII: write them as escapes`),
    ...(files.length > MOST_FILES
      ? [`${name}: ${files.length} files, more than ${MOST_FILES}`]
      : []),
    ...(exports.length === 0 ? [`${name}: no entries found`] : []),
  ];
}

async function readBuilt(root: string, name: string): Promise<Built> {
  const folder = join(root, name);
  const { published, alone, commands } = readEntries(folder);
  // The files of the page are skipped, because they are for browsers and `web-size` checks them.
  const files = globSync('**/*.js', { cwd: join(folder, 'dist'), exclude: ['ui/**'] });
  const exports = published
    // Command entries are skipped, because loading them runs the command.
    .filter((entry) => !entry.startsWith('people/cli/'))
    .map(async (entry) => ({
      entry,
      written: await readExportedNames(join(folder, 'src', `${entry}.ts`)),
      built: await readExportedNames(join(folder, 'dist', `${entry}.js`)),
    }));
  return {
    name,
    exports: await Promise.all(exports),
    light: await Promise.all(
      Object.entries(LIGHT[name] ?? {}).map(async ([entry, allowed]) => {
        const path = join(folder, 'dist', `${entry}.js`);
        const loaded = await listLoadedPackages(path);
        return { entry, allowed, loaded, kilobytes: Math.ceil(sumImportedBytes(path) / 1000) };
      }),
    ),
    files,
    wide: files.filter((file) => hasWideCharacters(join(folder, 'dist', file))),
    needed: alone.map((entry) => `${entry}.js`),
    copies: compareShippedFiles(root, name),
    commands: commands.map((entry) => ({
      entry,
      said: runVersion(join(folder, 'dist', `${entry}.js`)),
    })),
  };
}

function hasWideCharacters(path: string): boolean {
  return readFileSync(path).some((byte) => byte > 0x7f);
}

/** Sums the bytes of a file and of all files that it imports at once by a relative path. */
function sumImportedBytes(entry: string): number {
  const paths = new Set([entry]);
  let bytes = 0;
  for (const path of paths) {
    const code = readFileSync(path, 'utf8');
    bytes += Buffer.byteLength(code);
    for (const [, imported = ''] of code.matchAll(/^(?:import|export) [^;]*?"(\.[^"]+)";$/gm))
      paths.add(join(dirname(path), imported));
  }
  return bytes;
}

function runVersion(command: string): string {
  return spawnSync(process.execPath, [command, '--version'], { encoding: 'utf8' }).stdout;
}

async function readExportedNames(path: string): Promise<string[]> {
  const module: unknown = await import(pathToFileURL(path).href);
  return Object.keys(module as object);
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '../..');
  for (const name of [
    'packages/timestep',
    'packages/temporal',
    'packages/grpc',
    'packages/embedder',
  ]) {
    const built = await readBuilt(root, name);
    const problems = checkBuilt(built);
    const { exports, files, copies, light } = built;
    const shipped = copies.length === 0 ? '' : `, ${copies.length} beside them`;
    console.log(
      `built: ${name}: ${exports.length} entries, ${light.length} of them light, ${files.length} files${shipped}`,
    );
    for (const problem of problems) console.error(`  ${problem}`);
    if (problems.length > 0) process.exitCode = 1;
  }
}
