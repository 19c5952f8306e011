import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

interface Manifest {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/**
 * Returns what the manifest of a folder asks for and a program in that folder would not find in that version, as
 * `name@version`.
 */
export function findMissing(folder: string): readonly string[] {
  const { dependencies = {} } = readManifest(join(folder, 'package.json'));
  return Object.entries(dependencies)
    .filter(([name, wanted]) => findVersion(folder, name) !== wanted.split('@').at(-1))
    .map(([name, wanted]) => `${name}@${wanted}`);
}

/** Installs by the lock file of a folder, unless all of it is there; returns false if that failed. */
export function installLocked(folder: string): boolean {
  if (findMissing(folder).length === 0) return true;
  const name = basename(folder);
  console.error(`installing what ${name}/package.json asks for; this happens once`);
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  const args = ['ci', '--prefix', folder, '--workspaces=false', '--prefer-offline', ...quiet];
  const { error } = spawnSync('npm', args, {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (error) console.error(`npm did not run: ${error.message}`);
  return findMissing(folder).length === 0;
}

/** Finds a package where Node would: in the folder, then in those around it. */
function findVersion(folder: string, name: string): string | undefined {
  const file = join(folder, 'node_modules', name, 'package.json');
  if (existsSync(file)) return readManifest(file).version;
  const around = dirname(folder);
  return around === folder ? undefined : findVersion(around, name);
}

function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}
