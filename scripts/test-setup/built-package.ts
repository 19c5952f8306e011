import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { bundlePackage } from '../bundle/bundle-package.ts';
import { copyShippedFiles } from '../bundle/copies.ts';
import { buildWebOnce } from '../web/web-build.ts';
import { hashFiles } from '../hash-files.ts';

const PACKAGE = 'packages/timestep';

/** Beside the code: files of the package that it reads where it is installed. */
const READ = ['package.json', 'LICENSE'];

/** What the build is made from, but for the page. */
const SOURCES = [
  `${PACKAGE}/src/**/*.ts`,
  ...READ.map((file) => `${PACKAGE}/${file}`),
  'examples/guide/**/*.*',
  'scripts/{bundle,test-setup}/*.ts',
  'package-lock.json',
];

/** Builds of sources that are gone are removed after this time: a run that uses one may still go on. */
const UNUSED_MS = 24 * 3_600_000;

/**
 * Builds the package as it would be published, without types, and returns its folder. The folder is named
 * by a hash of the sources, so that a build is never of other sources, and two runs do not disturb each other. It
 * is inside the package: its code finds the dependencies that the package has.
 */
export async function buildPackageForTests(root: string): Promise<string> {
  const cache = join(root, PACKAGE, 'node_modules/.cache/built-for-tests');
  const page = buildWebOnce(root);
  const folder = join(cache, hashFiles(root, SOURCES, page));
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  removeUnused(cache);
  const begun = join(cache, `begun-${process.pid}`);
  const dist = join(begun, 'dist');
  await bundlePackage(join(root, PACKAGE), dist);
  copyShippedFiles(root, PACKAGE, dist);
  cpSync(page, join(dist, 'ui'), { recursive: true });
  for (const file of READ) copyFileSync(join(root, PACKAGE, file), join(begun, file));
  try {
    renameSync(begun, folder);
  } catch (thrown) {
    rmSync(begun, { recursive: true, force: true });
    if (!existsSync(folder)) throw thrown;
  }
  return folder;
}

function removeUnused(cache: string): void {
  for (const name of readdirSync(cache)) {
    const folder = join(cache, name);
    const { mtimeMs } = statSync(folder);
    if (Date.now() - mtimeMs > UNUSED_MS) rmSync(folder, { recursive: true, force: true });
  }
}
