import { join } from 'node:path';
import { rolldown, type OutputOptions, type RolldownOptions } from 'rolldown';
import { readEntries } from './entries.ts';
import { createLicensePlugin } from './licenses.ts';
import { createModuleUrlPlugin } from './module-urls.ts';

/**
 * Writes the code of a package into its `dist` or another folder: one file per entry, and files for
 * the code that entries share.
 */
export async function bundlePackage(folder: string, dist = join(folder, 'dist')): Promise<void> {
  const source = join(folder, 'src');
  const { published, alone } = readEntries(folder);
  for (const entries of [published, ...alone.map((entry) => [entry])]) {
    const input = Object.fromEntries(entries.map((entry) => [entry, join(source, `${entry}.ts`)]));
    const bundle = await rolldown({
      ...READ,
      input,
      plugins: [createModuleUrlPlugin(source), createLicensePlugin('LICENSES.txt')],
    });
    const shared = entries.length > 1 ? groupSharedCode(source) : {};
    await bundle.write({ ...WRITTEN, ...shared, dir: dist });
    await bundle.close();
  }
}

/**
 * Dependencies whose code is copied into the bundle, with their licenses, because only a small part
 * is used: Hono's Node server uses 40 kB of Hono, which takes 4 MB. All other dependencies stay in
 * the manifest.
 */
const COPIED = /^(?:@hono\/node-server|@oxc-project\/runtime|hono)(?:$|\/)/;

const READ: RolldownOptions = {
  platform: 'node',
  // The oldest Node that the packages support has no `using`.
  transform: { target: 'node22' },
  checks: { ineffectiveDynamicImport: false },
  external: (id) => /^[^./#]/.test(id) && !COPIED.test(id),
  // Loading this file runs the command, so its side effects must be kept.
  treeshake: { moduleSideEffects: (id) => id.endsWith('/src/people/cli/run-process.ts') },
  onLog(_level, { message }) {
    throw new Error(message);
  },
};

/**
 * The output keeps its lines and the names of functions, and has no source maps, because source maps
 * would be larger than the code. Local names are short: Node reads the code 6 % faster at start.
 */
const WRITTEN: OutputOptions = {
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'shared/[name].js',
  comments: { annotation: true, legal: true, jsdoc: false },
  minify: {
    compress: false,
    mangle: { keepNames: true },
    codegen: { removeWhitespace: false },
  },
};

/** Shared files, with the entries whose code and imports go into each. */
const SHARED: readonly (readonly [name: string, ...entries: string[]])[] = [
  ['core', 'core/index'],
  // The parts of a backend that a command reads before it uses the backend.
  ['backend', 'backend/index'],
  ['episode', 'engine/tools/index', 'agents/model/index', 'engine/runner/index'],
  ['client', 'protocols/a2a/client/a2a-agent', 'protocols/a2a/client/approval-calls'],
  // Index files import these parts, but only `serve` uses them, and it is loaded when it is called.
  ['a2a-server', 'protocols/a2a/server/a2a-handler', 'protocols/a2a/push/push-service'],
  ['timestep', 'index'],
];

/**
 * Puts code that is loaded together into few files, because every file makes the start of a program
 * slower. It is not a single file, so that the core loads nothing else, and an episode loads no
 * server code.
 */
function groupSharedCode(source: string): OutputOptions {
  const groups = SHARED.map(([name, ...entries], index) => {
    const paths = new Set(entries.map((entry) => join(source, `${entry}.ts`)));
    return { name, priority: SHARED.length - index, test: (id: string) => paths.has(id) };
  });
  return { codeSplitting: { groups } };
}
