/**
 * Measures this checkout beside an older revision: `npm run bench:against -- REV [suite …]`. The revision is
 * checked out, installed and built in a temporary folder, which is used again by the next run.
 */
import { spawnSync, type StdioOptions } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const HELP = `Usage: npm run bench:against -- REV [suite …] [--rounds N] [--json]

Measures episode, a2a, mcp, stream, durable and start, or the named ones, in this checkout and at the revision REV,
in alternate rounds (12), and prints CPU per unit of work and its ratio: 1.05 is five percent more than before.

Examples:
  npm run bench:against -- HEAD~1
  npm run bench:against -- main a2a mcp --rounds 20`;

const root = join(import.meta.dirname, '..');
const [revision, ...rest] = process.argv.slice(2);

if (revision === undefined || revision.startsWith('-')) {
  console.log(HELP);
  process.exitCode = revision === '--help' || revision === '-h' ? 0 : 2;
} else {
  process.exitCode = compareWith(revision);
}

function compareWith(name: string): number {
  const parsed = spawnSync('git', ['rev-parse', '--short=12', '--verify', `${name}^{commit}`], {
    cwd: root,
    encoding: 'utf8',
  });
  if (parsed.status !== 0) {
    console.error(`there is no revision ${name}`);
    return 2;
  }
  const folder = join(tmpdir(), `timestep-bench-${parsed.stdout.trim()}`);
  // The installer writes this file last, so it is missing after an interrupted installation.
  if (!existsSync(join(folder, 'node_modules', '.package-lock.json'))) {
    console.error(`installing and building ${name} in ${folder}; this happens once`);
    rmSync(folder, { recursive: true, force: true });
    const code =
      run('git', ['clone', '--quiet', '--no-checkout', root, folder], root) ||
      run('git', ['checkout', '--quiet', '--detach', parsed.stdout.trim()], folder) ||
      run('npm', ['ci', '--no-audit', '--no-fund'], folder);
    if (code !== 0) return code;
  }
  // The help of a checkout's benchmarks is printed after its packages are built and its dependencies are installed.
  return (
    prepare(folder) ||
    prepare(root) ||
    run(
      process.execPath,
      [join(root, 'bench/against/run.ts'), join(folder, 'bench'), ...rest],
      root,
    )
  );
}

function prepare(checkout: string): number {
  return run(process.execPath, [join(checkout, 'scripts/bench.ts'), '--help'], checkout, [
    'ignore',
    'ignore',
    'inherit',
  ]);
}

function run(
  command: string,
  args: readonly string[],
  cwd: string,
  stdio: StdioOptions = ['ignore', 'inherit', 'inherit'],
): number {
  const { status, error } = spawnSync(command, args, { cwd, stdio });
  if (error) console.error(`${command} did not run: ${error.message}`);
  return status ?? 1;
}
