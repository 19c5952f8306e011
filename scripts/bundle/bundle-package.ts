import { join } from 'node:path';
import { rolldown, type OutputOptions, type RolldownOptions } from 'rolldown';
import { entriesOf } from './entries.ts';
import { moduleUrls } from './module-urls.ts';

/** Writes the code of a package into its `dist`: a file per entry, and what entries share. */
export async function bundlePackage(folder: string): Promise<void> {
  const source = join(folder, 'src');
  const { published, alone } = entriesOf(folder);
  for (const entries of [published, ...alone.map((entry) => [entry])]) {
    const input = Object.fromEntries(entries.map((entry) => [entry, join(source, `${entry}.ts`)]));
    const bundle = await rolldown({ ...READ, input, plugins: [moduleUrls(source)] });
    await bundle.write({ ...WRITTEN, ...inFewFiles(source), dir: join(folder, 'dist') });
    await bundle.close();
  }
}

const READ: RolldownOptions = {
  platform: 'node',
  checks: { ineffectiveDynamicImport: false },
  // Packages stay what the manifest says: nothing of others is copied into ours.
  external: /^[^./]/,
  treeshake: { moduleSideEffects: false },
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

/**
 * What an entry loads at once is in one file, since every file more costs a program a millisecond at
 * its start. The core has a file of its own, so that it loads nothing else.
 */
function inFewFiles(source: string): OutputOptions {
  const groups = ['core/index', 'index'].map((entry, index) => ({
    name: entry === 'index' ? 'timestep' : 'core',
    priority: 1 - index,
    test: (id: string) => id === join(source, `${entry}.ts`),
  }));
  return { codeSplitting: { groups } };
}
