/** Installs Chromium for the browser tests, unless this machine has a browser. */
import { spawnSync } from 'node:child_process';
import { browserBinary } from '../../test/browser/browser-binary.ts';

const INSTALL = 'apt-get install -y --no-install-recommends chromium-headless-shell';

/** The ways to install it, fastest first. The system's package lists may be outdated. */
const WAYS: readonly (readonly [name: string, script: string])[] = [
  ['Debian', INSTALL],
  ['Debian, with new lists', `apt-get update && ${INSTALL}`],
  ['Debian, as root', `sudo -n apt-get update && sudo -n ${INSTALL}`],
];

function isInstalledBy(script: string): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const shell = spawnSync('bash', ['-c', script], { env, stdio: 'inherit' });
  return shell.status === 0 && browserBinary() !== undefined;
}

const present = browserBinary();
if (present !== undefined) {
  console.log(`browser: ${present} is there`);
} else {
  const way = WAYS.find(([, script]) => isInstalledBy(script));
  if (way) {
    console.log(`browser: installed (${way[0]})`);
  } else {
    console.error('browser: not installed; install Chromium, or name one in TIMESTEP_BROWSER');
    process.exitCode = 1;
  }
}
