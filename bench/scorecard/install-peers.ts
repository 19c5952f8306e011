import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Progress } from '../suite.ts';

const FOLDER = import.meta.dirname;
const HEADERS = join(FOLDER, '../../node_modules/.cache/node-headers');
const STAMP = join(FOLDER, 'node_modules', '.timestep-installed');

/** Installs the products that only the scorecard needs, unless they are there. */
export function installPeers(progress: Progress): void {
  const lock = readFileSync(join(FOLDER, 'package-lock.json'), 'utf8');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lock) return;
  progress('installing the products that are compared; this happens once');
  const { status } = spawnSync('npm', ['--prefix', FOLDER, 'ci', '--no-audit', '--no-fund'], {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, ...findHeaders() },
  });
  if (status !== 0) throw new Error('the products that are compared could not be installed');
  writeFileSync(STAMP, lock);
}

/**
 * The headers of this Node, for addons that are compiled where no binary can be downloaded. `npm ci` of the repository
 * removes those of its own Node, so they are installed once more.
 */
function findHeaders(): NodeJS.ProcessEnv {
  const name = `node-${process.platform}-${process.arch}`;
  const beside = dirname(dirname(process.execPath));
  const fetched = join(HEADERS, 'node_modules', name);
  const places = [beside, join(beside, 'node_modules', name), fetched];
  const find = () => places.find((path) => existsSync(join(path, 'include', 'node')));
  const folder = find() ?? (fetchNode(name) ? find() : undefined);
  return folder === undefined ? {} : { npm_config_nodedir: folder };
}

function fetchNode(name: string): boolean {
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  const wanted = `${name}@${process.versions.node}`;
  mkdirSync(HEADERS, { recursive: true });
  const args = ['install', '--prefix', HEADERS, ...options, wanted];
  return spawnSync('npm', args, { stdio: ['ignore', 2, 2] }).status === 0;
}
