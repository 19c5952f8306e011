import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Progress } from '../suite.ts';

const FOLDER = import.meta.dirname;
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

/** The headers that come with this Node, for addons compiled where no binary can be downloaded. */
function findHeaders(): NodeJS.ProcessEnv {
  const beside = dirname(dirname(process.execPath));
  const inside = join(beside, 'node_modules', `node-${process.platform}-${process.arch}`);
  const folder = [beside, inside].find((path) => existsSync(join(path, 'include', 'node')));
  return folder === undefined ? {} : { npm_config_nodedir: folder };
}
