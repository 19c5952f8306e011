/** Runs every check, even if one fails, and reports which checks failed and why. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CHECKERS, createCheckerPath } from './install/checkers.ts';
import { installLocked } from './install/install-locked.ts';
import { formatSummary, formatLine, type CheckResult } from './check-report.ts';

const root = join(import.meta.dirname, '..');

const AS_ESM = ['--profile', 'esm-only'];
// Only some entries are checked, because all are built alike and `attw` takes seconds for each.
const SOME_ENTRIES = ['--entrypoints', '.', 'core', 'eval'];
const SOURCE = '--conditions=@timestep/source';

const CHECKS: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['types of packages', 'node', 'scripts/build.ts'],
  ['types of timestep tests', 'tsc', '-p', 'packages/timestep/tsconfig.test.json'],
  ['types of temporal tests', 'tsc', '-p', 'packages/temporal/tsconfig.test.json'],
  ['types of gRPC tests', 'tsc', '-p', 'packages/grpc/tsconfig.test.json'],
  ['types of embedder tests', 'tsc', '-p', 'packages/embedder/tsconfig.test.json'],
  ['types of embedder build', 'tsc', '-p', 'packages/embedder/build'],
  ['types of create', 'tsc', '-p', 'packages/create'],
  ['types of the step after npm ci', 'tsc', '-p', 'scripts/after-install'],
  ['types of the page', 'tsc', '-p', 'apps/web'],
  ['types of the rest', 'tsc', '-p', 'scripts/tsconfig.json'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  ['lint rules', 'node', 'scripts/checkers/lint-rules.ts'],
  ['format', 'oxfmt', '--check', '.'],
  ['package timestep', 'publint', 'packages/timestep', '--strict'],
  ['package temporal', 'publint', 'packages/temporal', '--strict'],
  ['package grpc', 'publint', 'packages/grpc', '--strict'],
  ['package embedder', 'publint', 'packages/embedder', '--strict'],
  ['package create', 'publint', 'packages/create', '--strict'],
  ['timestep as seen', 'attw', '--pack', 'packages/timestep', ...AS_ESM, ...SOME_ENTRIES],
  ['temporal as seen', 'attw', '--pack', 'packages/temporal', ...AS_ESM],
  ['grpc as seen', 'attw', '--pack', 'packages/grpc', ...AS_ESM],
  ['embedder as seen', 'attw', '--pack', 'packages/embedder', ...AS_ESM],
  ['built', 'node', 'scripts/guards/built.ts'],
  ['first program', 'node', 'scripts/guards/first-program.ts'],
  ['web-size', 'node', 'scripts/guards/web/web-size.ts'],
  ['installed', 'node', 'scripts/guards/installed.ts'],
  ['versions', 'node', 'scripts/guards/release/versions.ts'],
  ['third-party', 'node', 'scripts/guards/release/third-party.ts'],
  ['unused code', 'knip', '--no-progress'],
  ['sizes', 'node', 'scripts/guards/sizes.ts'],
  ['layers', 'node', 'scripts/guards/layers.ts'],
  ['one-pipeline', 'node', 'scripts/guards/one-pipeline.ts'],
  ['one-printer', 'node', 'scripts/guards/one-printer.ts'],
  ['report styles', 'node', 'scripts/guards/web/report-styles.ts'],
  ['design tokens', 'node', 'scripts/guards/web/design-tokens.ts'],
  ['one-reader', 'node', 'scripts/guards/one-reader.ts'],
  ['one-starter', 'node', 'scripts/guards/one-starter.ts'],
  ['module state', 'node', 'scripts/guards/module-state.ts'],
  ['one way to call', 'node', 'scripts/guards/one-way-to-call.ts'],
  ['lock files', 'node', 'scripts/guards/lock-files.ts'],
  ['package name', 'node', 'scripts/guards/names/package-name.ts'],
  ['replayed', 'node', 'scripts/guards/replayed.ts'],
  ['surface', 'node', 'scripts/guards/surface.ts'],
  ['patterns', 'node', 'scripts/guards/patterns.ts'],
  ['deep data', 'node', 'scripts/guards/data/deep-data.ts'],
  ['words', 'node', 'scripts/guards/words.ts'],
  ['glossary', 'node', 'scripts/guards/glossary.ts'],
  ['duplicates', 'node', 'scripts/guards/duplicates.ts'],
  ['plain words', 'node', 'scripts/guards/plain-words.ts'],
  ['declared names', 'node', 'scripts/guards/declared-names.ts'],
  ['examples-imports', 'node', 'scripts/guards/examples-imports.ts'],
  ['modules', 'node', 'scripts/guards/modules.ts'],
  ['api-reference', 'node', 'scripts/guards/api-reference.ts'],
  ['guide', 'node', 'scripts/guards/guide.ts'],
  ['contents', 'node', 'scripts/guards/docs/contents.ts'],
  ['install lines', 'node', 'scripts/guards/docs/install-lines.ts'],
  ['reference', 'node', SOURCE, 'scripts/guards/docs/reference.ts'],
  ['links', 'node', 'scripts/guards/docs/links.ts'],
  ['commands', 'node', SOURCE, 'scripts/guards/docs/commands.ts'],
];

// What only some tests and a build use, because their types are checked; and large programs that only check.
const INSTALLED = ['test', 'packages/embedder/build', CHECKERS];
if (!INSTALLED.every((folder) => installLocked(join(root, folder)))) process.exitCode = 1;

const path = createCheckerPath(root);
const width = Math.max(...CHECKS.map(([name]) => name.length));
const [first, ...others] = CHECKS.map(([name, command, ...args]) => async () => {
  const result = await run(name, command, args);
  console.log(formatLine(result, width));
  return result;
});
// The first check builds the packages; the other checks read or pack the build.
const built = first ? [await first()] : [];
const results = [...built, ...(await runAll(others, availableParallelism()))];
console.log(formatSummary(results));
if (results.some(({ ok }) => !ok)) process.exitCode = 1;

/** Returns the results in the order of the checks; runs up to `atOnce` checks concurrently. */
async function runAll(
  checks: readonly (() => Promise<CheckResult>)[],
  atOnce: number,
): Promise<CheckResult[]> {
  const found: CheckResult[] = [];
  const left = checks.entries();
  const lanes = Array.from({ length: atOnce }, async () => {
    for (const [index, check] of left) found[index] = await check();
  });
  await Promise.all(lanes);
  return found;
}

async function run(name: string, command: string, args: readonly string[]): Promise<CheckResult> {
  const begun = performance.now();
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, PATH: path, npm_config_ignore_scripts: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<{ ok: boolean; failure?: string }>((resolve) => {
    child.once('error', ({ message }) => {
      resolve({ ok: false, failure: `${command} did not run: ${message}` });
    });
    child.once('close', (status) => resolve({ ok: status === 0 }));
  });
  const [stdout, stderr, { ok, failure }] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ]);
  const seconds = (performance.now() - begun) / 1000;
  return { name, ok, seconds, output: failure ?? `${stdout}${stderr}` };
}
