/** Runs every check, all of them even when one fails, and tells which failed and why. */
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { closingOf, lineOf, type CheckResult } from './check-report.ts';

const root = join(import.meta.dirname, '..');

const CHECKS: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['types of packages', 'tsc', '-b', 'packages/timestep', 'packages/temporal'],
  ['types of timestep tests', 'tsc', '-p', 'packages/timestep/tsconfig.test.json'],
  ['types of temporal tests', 'tsc', '-p', 'packages/temporal/tsconfig.test.json'],
  ['types of the rest', 'tsc', '-p', 'scripts/tsconfig.json'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  ['format', 'oxfmt', '--check', '.'],
  ['package timestep', 'publint', 'packages/timestep', '--strict'],
  ['package temporal', 'publint', 'packages/temporal', '--strict'],
  ['timestep as seen', 'attw', '--pack', 'packages/timestep', '--profile', 'esm-only'],
  ['temporal as seen', 'attw', '--pack', 'packages/temporal', '--profile', 'esm-only'],
  ['unused code', 'knip', '--no-progress'],
  ['sizes', 'node', 'scripts/sizes.ts'],
  ['layers', 'node', 'scripts/layers.ts'],
  ['replayed', 'node', 'scripts/replayed.ts'],
  ['surface', 'node', 'scripts/surface.ts'],
  ['patterns', 'node', 'scripts/patterns.ts'],
  ['words', 'node', 'scripts/words.ts'],
  ['examples-imports', 'node', 'scripts/examples-imports.ts'],
];

const path = [join(root, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter);
const width = Math.max(...CHECKS.map(([name]) => name.length));
const results: CheckResult[] = [];
for (const [name, command, ...args] of CHECKS) {
  const result = run(name, command, args);
  results.push(result);
  console.log(lineOf(result, width));
}
console.log(closingOf(results));
if (results.some(({ ok }) => !ok)) process.exitCode = 1;

function run(name: string, command: string, args: readonly string[]): CheckResult {
  const begun = performance.now();
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PATH: path },
    maxBuffer: 64 * 1024 * 1024,
  });
  return {
    name,
    ok: status === 0,
    seconds: (performance.now() - begun) / 1000,
    output: error ? `${command} did not run: ${error.message}` : `${stdout}${stderr}`,
  };
}
