import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
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
  mkdirSync(into, { recursive: true });
  execFileSync(process.execPath, ['scripts/build.ts'], options);
  if (packages.includes('packages/embedder')) {
    execFileSync(process.execPath, ['packages/embedder/build/build-model.ts'], options);
  }
  const workspaces = packages.flatMap((path) => ['--workspace', path]);
  const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', into];
  execFileSync('npm', [...pack, ...workspaces], options);
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

/** Returns a folder with the archives of the present sources; builds them if no earlier call did. */
export function packOnce(root: string, packages: readonly string[]): string {
  const hash = sourceHash(root, SOURCES);
  const folder = join(root, 'node_modules/.cache/packed', hash);
  if (!existsSync(folder)) {
    const begun = `${folder}-${process.pid}`;
    buildAndPack(root, begun, packages);
    renameSync(begun, folder);
  }
  return folder;
}
