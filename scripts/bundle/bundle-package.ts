import { join } from 'node:path';
import { rolldown, type OutputOptions, type RolldownOptions } from 'rolldown';
import { entriesOf } from './entries.ts';
import { licensesOf } from './licenses.ts';
import { moduleUrls } from './module-urls.ts';

/** Writes the code of a package into its `dist`, or into another folder: a file per entry, and what entries share. */
export async function bundlePackage(folder: string, dist = join(folder, 'dist')): Promise<void> {
  const source = join(folder, 'src');
  const { published, alone } = entriesOf(folder);
  for (const entries of [published, ...alone.map((entry) => [entry])]) {
    const input = Object.fromEntries(entries.map((entry) => [entry, join(source, `${entry}.ts`)]));
    const bundle = await rolldown({
      ...READ,
      input,
      plugins: [moduleUrls(source), licensesOf('LICENSES.txt')],
    });
    const shared = entries.length > 1 ? inFewFiles(source) : {};
    await bundle.write({ ...WRITTEN, ...shared, dir: dist });
    await bundle.close();
  }
}

/**
 * Packages stay what the manifest says, but for those of which little is used: what is used is copied, with its
 * license. The server of Node takes 40 kB of Hono, which takes up 4 MB.
 */
const COPIED = /^(?:@hono\/node-server|hono)(?:$|\/)/;

const READ: RolldownOptions = {
  platform: 'node',
  checks: { ineffectiveDynamicImport: false },
  external: (id) => /^[^./]/.test(id) && !COPIED.test(id),
  // What a command is for is what its module does when it is loaded.
  treeshake: { moduleSideEffects: (id) => id.endsWith('/src/cli/run-process.ts') },
  onLog(_level, { message }) {
    throw new Error(message);
  },
};

/** Readable, and without source maps, which would weigh more than the code. */
const WRITTEN: OutputOptions = {
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'shared/[name].js',
  comments: { annotation: true, legal: true, jsdoc: false },
};

/** Files that entries share, with the entries whose code goes there, and with it all that it imports. */
const SHARED: readonly (readonly [name: string, ...entries: string[]])[] = [
  ['core', 'core/index'],
  // What a command reads of a backend before it uses the backend.
  ['backend', 'backend/index'],
  ['episode', 'environment/index', 'model/index', 'runner/index'],
  ['timestep', 'index'],
];

/**
 * What is loaded at once is in few files, since every file more costs a program time at its start; and
 * not in one, so that the core loads nothing else, and an episode nothing of servers.
 */
function inFewFiles(source: string): OutputOptions {
  const groups = SHARED.map(([name, ...entries], index) => {
    const paths = new Set(entries.map((entry) => join(source, `${entry}.ts`)));
    return { name, priority: SHARED.length - index, test: (id: string) => paths.has(id) };
  });
  return { codeSplitting: { groups } };
}
