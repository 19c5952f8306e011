import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions } from 'esbuild';
import { edited, type Edit } from './edit.ts';

const SOURCES = fileURLToPath(new URL('../../packages/timestep/src/', import.meta.url));

const THREAD = join(SOURCES, 'engine/runner/sqlite/upkeep/upkeep-thread.ts');

/** Between the row of a task and its events is a point as well, but for the many of one agent. */
const INSIDE_COMMIT: Edit = {
  file: 'engine/runner/sqlite/tasks/append-task.ts',
  from: '  const { id } = task;\n  for (const { generation',
  to: `  const { id } = task;
    if (task.origin.agent !== 'busy') globalThis.timestepCrashPoint?.('inside commit');
  for (const { generation`,
};

/**
 * Makes one file of a script and all that it runs, which starts much faster, with some of the sources
 * edited. Rejects where a text to be replaced is not there, or its file is not run.
 */
export async function bundle(
  script: string,
  outfile: string,
  given: readonly Edit[],
): Promise<void> {
  const edits = [INSIDE_COMMIT, ...given];
  const untouched = new Set(edits.map(({ file }) => file));
  const settings: BuildOptions = {
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@timestep/source'],
    logLevel: 'silent',
    banner: {
      // Under a name that no source uses.
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
    plugins: [
      {
        name: 'edits',
        setup(bundler) {
          bundler.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
            const file = path.startsWith(SOURCES) ? path.slice(SOURCES.length) : '';
            const concerned = edits.filter((edit) => edit.file === file);
            if (concerned.length === 0) return undefined;
            untouched.delete(file);
            return { contents: edited(await readFile(path, 'utf8'), concerned), loader: 'ts' };
          });
        },
      },
    ],
  };
  await build({ ...settings, entryPoints: [script], outfile });
  // A runner starts this one from a file beside its own.
  const thread = join(dirname(outfile), 'upkeep-thread.js');
  await build({ ...settings, entryPoints: [THREAD], outfile: thread });
  if (untouched.size > 0) throw new Error(`never run: ${[...untouched].join(', ')}`);
}
