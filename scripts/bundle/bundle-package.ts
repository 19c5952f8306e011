import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown, type OutputOptions, type RolldownOptions } from 'rolldown';
import { createAsciiCodePlugin } from './ascii-code.ts';
import { readEntries } from './entries.ts';
import { createLicensePlugin } from './licenses.ts';
import { createModuleUrlPlugin } from './module-urls.ts';
import { assignModules, listLoadedModules, type SharedFile } from './shared-files.ts';

/**
 * Writes the code of a package into its `dist` or another folder: one file per entry, and files for
 * the code that entries share.
 */
export async function bundlePackage(folder: string, dist = join(folder, 'dist')): Promise<void> {
  const source = join(folder, 'src');
  const { published, alone } = readEntries(folder);
  for (const entries of [published, ...alone.map((entry) => [entry])]) {
    const input = Object.fromEntries(entries.map((entry) => [entry, join(source, `${entry}.ts`)]));
    const shared = entries === published ? await groupSharedCode(source) : undefined;
    const bundle = await rolldown({
      ...READ,
      // The bundler requires this for files of exact modules; `built` checks that no entry exports more.
      ...(shared && { preserveEntrySignatures: 'allow-extension' }),
      input,
      plugins: [
        createModuleUrlPlugin(source),
        createLicensePlugin('LICENSES.txt'),
        createAsciiCodePlugin(),
      ],
    });
    await bundle.write({ ...WRITTEN, ...shared, dir: dist });
    await bundle.close();
  }
}

/**
 * Dependencies whose code is copied into the bundle, with their licenses, because only a small part
 * is used: Hono's Node server uses 40 kB of Hono, which takes 4 MB, and the highlighted languages are 90 kB
 * of highlight.js, which takes 9 MB. All other dependencies stay in
 * the manifest.
 */
const COPIED = /^(?:@hono\/node-server|@oxc-project\/runtime|highlight\.js|hono)(?:$|\/)/;

const READ: RolldownOptions = {
  platform: 'node',
  // Its `paths` name declarations of types, which are no code.
  tsconfig: false,
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

/**
 * Shared files, because every file makes the start of a program slower. It is not a single file, so
 * that the core loads nothing else, and an episode loads no server code. Code that programs load on
 * first use, such as servers and clients of models, is in no shared file.
 */
const SHARED: readonly SharedFile[] = [
  { name: 'core', loadedByAll: [['core/index']] },
  { name: 'episode', loadedByAll: [['engine/runner/index', 'engine/tools/index']] },
  { name: 'command', loadedByAll: [['index'], ['people/cli/run-process']] },
  { name: 'models', loadedByAll: [['index'], ['agents/model/index']] },
  { name: 'remote', loadedByAll: [['index'], ['protocols/a2a/index']] },
  { name: 'timestep', loadedByAll: [['index']] },
];

/**
 * Bundles each entry by itself to see what it loads, and assigns the modules to shared files.
 * Returns undefined for a package without these modules.
 */
async function groupSharedCode(source: string): Promise<OutputOptions | undefined> {
  const toPath = (module: string): string => join(source, `${module}.ts`);
  const needed = new Set(SHARED.flatMap(({ loadedByAll }) => loadedByAll.flat()));
  if (![...needed].every((module) => existsSync(toPath(module)))) return undefined;
  const loaded = new Map<string, ReadonlySet<string>>();
  for (const entry of needed) {
    const bundle = await rolldown({ ...READ, input: { entry: toPath(entry) } });
    const { output } = await bundle.generate(WRITTEN);
    await bundle.close();
    const chunks = output.filter((file) => file.type === 'chunk');
    const files = chunks.map((chunk) => ({ ...chunk, modules: chunk.moduleIds }));
    loaded.set(entry, listLoadedModules(files));
  }
  const assigned = assignModules(loaded, SHARED);
  const groups = SHARED.map(({ name }, index) => ({
    name,
    priority: SHARED.length - index,
    test: (id: string) => assigned.get(id) === name,
  }));
  return { codeSplitting: { groups, includeDependenciesRecursively: false } };
}
