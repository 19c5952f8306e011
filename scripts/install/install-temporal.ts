/** Installs a Temporal server for the tests and the examples, unless this machine has one. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { INSTALLED, temporalBinary } from '../../test/temporal/temporal-binary.ts';

const VERSION = '1.5.1';

const platform = process.platform;
const arch = process.arch === 'x64' ? 'amd64' : process.arch;
const folder = dirname(INSTALLED);

/** The ways to install it, fastest first. */
const WAYS: readonly (readonly [name: string, script: string])[] = [
  [
    'download',
    `curl -fsSL --max-time 120 "https://temporal.download/cli/archive/v${VERSION}?platform=${platform}&arch=${arch}" | tar -xz -C "$FOLDER" temporal`,
  ],
  [
    'build with Go',
    `GOBIN="$FOLDER" go install github.com/temporalio/cli/cmd/temporal@v${VERSION}`,
  ],
];

function isInstalledBy(script: string): boolean {
  const env = { ...process.env, FOLDER: folder };
  const shell = spawnSync('bash', ['-o', 'pipefail', '-c', script], { env, stdio: 'inherit' });
  return shell.status === 0 && temporalBinary() !== undefined;
}

const present = temporalBinary();
if (present !== undefined) {
  console.log(`temporal: ${present} is there`);
} else {
  mkdirSync(folder, { recursive: true });
  const way = WAYS.find(([, script]) => isInstalledBy(script));
  if (way) {
    console.log(`temporal: installed at ${INSTALLED} (${way[0]})`);
  } else {
    console.error('temporal: neither a download nor Go brought a server');
    process.exitCode = 1;
  }
}
