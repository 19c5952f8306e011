import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The program of npm, where the packages of Debian and the images of Node put it. */
export const NPM: string | undefined = ['/usr/lib', '/usr/local/lib']
  .map((folder) => `${folder}/node_modules/npm/bin/npm-cli.js`)
  .find((file) => existsSync(file));

/**
 * True if this machine lets a test mount and change its root. If `TIMESTEP_REQUIRE_DEPLOY` is set, a machine that does
 * not fails; otherwise a line says that the steps of the container are not run.
 */
export function hasNamespaces(): boolean {
  const isRoot = process.getuid?.() === 0;
  const unshared =
    isRoot && spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status === 0;
  if (unshared && NPM !== undefined) return true;
  const message = 'needs Linux, root, unshare, and npm below /usr';
  if (process.env['TIMESTEP_REQUIRE_DEPLOY'] === '1') throw new Error(message);
  process.stderr.write(`NOT RUN: test/deploy/container: ${message}\n`);
  return false;
}
