import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sourceHash } from '../bundle/source-hash.ts';

/** The sources of the page. */
const SOURCES = [
  'apps/web/*.{html,json,ts}',
  'apps/web/{public,src}/**/*.*',
  'packages/timestep/src/{core,engine/port,people/view}/**/*.ts',
  'scripts/web/one-file.ts',
  'package-lock.json',
];

/**
 * Builds the page and the report template, unless the same sources were built before, and returns
 * the output folder. Two programs can build concurrently.
 */
export function buildWebOnce(root: string): string {
  const cache = join(root, 'node_modules/.cache/timestep-web');
  const folder = join(cache, sourceHash(root, SOURCES));
  if (existsSync(folder)) return folder;
  const begun = join(cache, `begun-${process.pid}`);
  mkdirSync(cache, { recursive: true });
  build(root, begun, '--emptyOutDir');
  for (const mode of ['report', 'task']) {
    build(root, begun, '--config', 'vite.report.config.ts', '--mode', mode);
  }
  try {
    renameSync(begun, folder);
  } catch (thrown) {
    rmSync(begun, { recursive: true, force: true });
    if (!existsSync(folder)) throw thrown;
  }
  return folder;
}

function build(root: string, outDir: string, ...more: readonly string[]): void {
  const vite = join(root, 'node_modules/.bin/vite');
  const args = ['build', '--outDir', outDir, '--logLevel', 'error', ...more];
  const { status, error, stderr } = spawnSync(vite, args, {
    cwd: join(root, 'apps/web'),
    encoding: 'utf8',
    // The production mode is set explicitly, because tests set another mode in which React is
    // larger and slower.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) throw new Error(`the page was not built: ${error?.message ?? stderr}`);
}
