import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHECKERS, createCheckerPath } from '../install/checkers.ts';

/**
 * What the rules of `.oxlintrc.json` must refuse in `scripts/fixtures/lint`, and nothing else: a promise that nobody waits
 * for, files that import each other, a clock in the core, a long function, and requests that know no proxy.
 */
export const EXPECTED: readonly string[] = [
  'cycle-one.ts import(no-cycle)',
  'cycle-two.ts import(no-cycle)',
  'floating-promise.ts typescript(no-floating-promises)',
  'long-function.ts eslint(max-lines-per-function)',
  'packages/timestep/src/core/clock.ts eslint(no-restricted-globals)',
  'packages/timestep/src/eval/way-past-proxies.ts eslint(no-restricted-globals)',
  'packages/timestep/src/eval/way-past-proxies.ts eslint(no-restricted-properties)',
];

/** Compares what the linter refused, as `file rule`, with what it must refuse. */
export function compareRefused(refused: readonly string[]): readonly string[] {
  const found = new Set(refused);
  return [
    ...EXPECTED.filter((line) => !found.has(line)).map((line) => `not refused: ${line}`),
    ...[...found].filter((line) => !EXPECTED.includes(line)).map((line) => `refused: ${line}`),
  ];
}

/** Lints a copy elsewhere, because the repository's own run leaves fixtures out. */
function lintFixtures(root: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-lint-'));
  try {
    cpSync(join(root, 'scripts/fixtures/lint'), folder, { recursive: true });
    cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    // A test may be as long as it likes.
    cpSync(join(folder, 'long-function.ts'), join(folder, 'long-function.test.ts'));
    const linter = join(root, CHECKERS, 'node_modules/.bin/tsgolint');
    const { stdout } = spawnSync('oxlint', ['--type-aware', '--format=json', '.'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: createCheckerPath(root), OXLINT_TSGOLINT_PATH: linter },
      shell: process.platform === 'win32',
    });
    const report = JSON.parse(stdout) as { diagnostics: readonly Record<string, string>[] };
    return report.diagnostics.map(({ filename, code }) => `${filename} ${code}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.main) {
  const refused = lintFixtures(join(import.meta.dirname, '../..'));
  const problems = compareRefused(refused);
  console.log(`lint-rules: ${refused.length} faults in fixtures`);
  for (const problem of problems) console.error(`  ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}
