import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TestProject } from 'vitest/node';
import { bundlePackage } from '../bundle/bundle-package.ts';
import { copyShippedFiles } from '../bundle/copies.ts';
import { sourceHash } from '../bundle/source-hash.ts';
import { buildWebOnce } from '../web/web-build.ts';

const PACKAGE = 'packages/timestep';

/** Beside the code: files of the package that it reads where it is installed. */
const READ = ['package.json', 'LICENSE'];

/** What the build is made from, but for the page. */
const SOURCES = [
  `${PACKAGE}/src/**/*.*`,
  ...READ.map((file) => `${PACKAGE}/${file}`),
  'examples/guide/**/*.*',
  'scripts/{bundle,test-setup}/*.ts',
  'package-lock.json',
  'tsconfig.base.json',
];

/** Builds of sources that are gone are removed after this time: a run that uses one may still go on. */
const UNUSED_MS = 24 * 3_600_000;

/**
 * Builds the package for a run of tests, and returns the `NODE_OPTIONS` of processes that are to load the build; undefined
 * for runs that measure coverage or watch the sources.
 */
export async function buildForRun({ vitest }: TestProject): Promise<string | undefined> {
  if (vitest.config.coverage.enabled || vitest.config.watch) return undefined;
  const folder = await buildPackageForTests(join(import.meta.dirname, '../..'));
  const program = pathToFileURL(join(import.meta.dirname, 'use-built.ts'));
  program.search = encodeURIComponent(`${pathToFileURL(folder).href}/`);
  return [process.env['NODE_OPTIONS'], `--import=${program.href}`].join(' ').trim();
}

/**
 * Builds the package as it would be published, without types, and returns its folder. The folder is named
 * by a hash of the sources, so that a build is never of other sources, and two runs do not disturb each other. It
 * is inside the package: its code finds the dependencies that the package has.
 */
export async function buildPackageForTests(root: string): Promise<string> {
  const cache = join(root, PACKAGE, 'node_modules/.cache/built-for-tests');
  mkdirSync(cache, { recursive: true });
  removeUnused(cache);
  for (;;) {
    const page = buildWebOnce(root);
    const hash = sourceHash(root, SOURCES);
    const folder = join(cache, `${hash}-${basename(page)}`);
    if (existsSync(folder)) {
      const now = new Date();
      utimesSync(folder, now, now);
      return folder;
    }
    const begun = join(cache, `begun-${process.pid}`);
    rmSync(begun, { recursive: true, force: true });
    await build(root, page, begun);
    // A source that was edited meanwhile may be in the build or not.
    if (sourceHash(root, SOURCES) === hash) moveTo(folder, begun);
    rmSync(begun, { recursive: true, force: true });
  }
}

async function build(root: string, page: string, folder: string): Promise<void> {
  const dist = join(folder, 'dist');
  await bundlePackage(join(root, PACKAGE), dist);
  copyShippedFiles(root, PACKAGE, dist);
  cpSync(page, join(dist, 'ui'), { recursive: true });
  for (const file of READ) copyFileSync(join(root, PACKAGE, file), join(folder, file));
}

function moveTo(folder: string, begun: string): void {
  try {
    renameSync(begun, folder);
  } catch (thrown) {
    // Another run has built the same.
    if (!existsSync(folder)) throw thrown;
  }
}

function removeUnused(cache: string): void {
  for (const name of readdirSync(cache)) {
    const folder = join(cache, name);
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found && Date.now() - found.mtimeMs > UNUSED_MS)
      rmSync(folder, { recursive: true, force: true });
  }
}
