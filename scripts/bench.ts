/**
 * Runs a benchmark on freshly built packages, as they are published. `bench/` has large
 * dependencies of its own, so they are installed on first use. Installer and build write to stderr,
 * because the last line of stdout is the result.
 */
import { spawnSync, type StdioOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const bench = join(root, 'bench');
const stampFile = join(bench, 'node_modules', '.timestep-installed');

process.exitCode = install() || build() || runBench();

function runBench(): number {
  const args = [join(bench, 'run.ts'), ...process.argv.slice(2)];
  return run(process.execPath, args, 'inherit');
}

function build(): number {
  return run(process.execPath, [join(root, 'scripts', 'build.ts')], ['ignore', 2, 2]);
}

/** Installs the dependencies, unless exactly this manifest and lock file are already installed. */
function install(): number {
  if (readTextIfPresent(stampFile) === readStamp()) return 0;
  console.error('installing what the benchmarks need; this happens once');
  const verb = existsSync(join(bench, 'package-lock.json')) ? 'ci' : 'install';
  const code = run('npm', ['--prefix', bench, verb, '--no-audit', '--no-fund'], ['ignore', 2, 2]);
  // The stamp is computed after the installation, because the installer may have written the lock
  // file.
  if (code === 0) writeFileSync(stampFile, readStamp());
  return code;
}

function readStamp(): string {
  const texts = ['package.json', 'package-lock.json'].map((name) =>
    readTextIfPresent(join(bench, name)),
  );
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}

function readTextIfPresent(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function run(command: string, args: readonly string[], stdio: StdioOptions): number {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio });
  if (error) console.error(`${command} did not run: ${error.message}`);
  return status ?? 1;
}
