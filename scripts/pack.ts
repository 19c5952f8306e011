import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { sourceHash } from './bundle/source-hash.ts';

/** The packages that are published, by their folders. */
export const PUBLISHED: readonly string[] = [
  'packages/timestep',
  'packages/temporal',
  'packages/grpc',
  'packages/embedder',
  'packages/create',
];

/** Builds the packages, and packs them with one build; returns the names of the archives. */
export function buildAndPack(
  root: string,
  into: string,
  packages: readonly string[] = PUBLISHED,
): readonly string[] {
  const options: ExecFileSyncOptions = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] };
  execFileSync(process.execPath, ['scripts/build.ts'], options);
  if (packages.includes('packages/embedder')) {
    execFileSync(process.execPath, ['packages/embedder/build/build-model.ts'], options);
  }
  return packBuilt(root, into, packages);
}

function packBuilt(root: string, into: string, packages: readonly string[]): readonly string[] {
  mkdirSync(into, { recursive: true });
  const workspaces = packages.flatMap((path) => ['--workspace', path]);
  const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', into];
  execFileSync('npm', [...pack, ...workspaces], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return readdirSync(into)
    .filter((name) => name.endsWith('.tgz'))
    .toSorted();
}

const SOURCES = [
  'packages/*/src/**/*.*',
  'packages/*/{package.json,README.md,create.js}',
  'apps/web/src/**/*.*',
  'examples/guide/**/*.*',
  'scripts/{bundle,web}/*.ts',
  'scripts/*.ts',
  'package-lock.json',
  'tsconfig.base.json',
];

const CACHE = 'node_modules/.cache';

/** Notes of which sources the builds in the packages are, so that it need not be built again to be packed. */
export function noteBuild(root: string): void {
  mkdirSync(join(root, CACHE), { recursive: true });
  writeFileSync(join(root, CACHE, 'built-sources'), sourceHash(root, SOURCES));
}

function isBuilt(root: string, hash: string): boolean {
  const note = join(root, CACHE, 'built-sources');
  const isNoted = existsSync(note) && readFileSync(note, 'utf8') === hash;
  return isNoted && existsSync(join(root, 'packages/timestep/dist/index.js'));
}

/** Returns a folder with archives of the present sources; builds and packs them only if that was not done yet. */
export function packOnce(root: string, packages: readonly string[]): string {
  const hash = sourceHash(root, SOURCES);
  const folder = join(root, CACHE, 'packed', hash);
  if (!existsSync(folder)) {
    const begun = `${folder}-${process.pid}`;
    if (isBuilt(root, hash)) packBuilt(root, begun, packages);
    else buildAndPack(root, begun, packages);
    renameSync(begun, folder);
  }
  return folder;
}
