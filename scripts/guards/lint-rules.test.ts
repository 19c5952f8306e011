import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** A copy elsewhere, because the repository's own lint run leaves fixtures out. */
let folder = '';
let found: readonly string[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'timestep-lint-'));
  cpSync('scripts/fixtures/lint', folder, { recursive: true });
  cpSync('.oxlintrc.json', join(folder, '.oxlintrc.json'));
  cpSync(join(folder, 'long-function.ts'), join(folder, 'long-function.test.ts'));
  const bin = join(process.cwd(), 'node_modules', '.bin');
  const { stdout } = spawnSync(join(bin, 'oxlint'), ['--type-aware', '--format=json', '.'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, OXLINT_TSGOLINT_PATH: join(bin, 'tsgolint') },
  });
  const report = JSON.parse(stdout) as { diagnostics: readonly Record<string, string>[] };
  found = report.diagnostics.map(({ filename, code }) => `${filename} ${code}`);
});

afterAll(() => rmSync(folder, { recursive: true }));

it('refuses a promise that nobody waits for', () => {
  expect(found).toContain('floating-promise.ts typescript(no-floating-promises)');
});

it('refuses files that import each other', () => {
  expect(found).toContain('cycle-one.ts import(no-cycle)');
});

it('refuses a clock in the core, and only there', () => {
  expect(found).toContain('packages/timestep/src/core/clock.ts eslint(no-restricted-globals)');
  expect(found.filter((line) => line.startsWith('sound.ts'))).toEqual([]);
});

it('refuses a function of more than 80 lines, and none in a test', () => {
  const reported = found.filter((line) => line.includes('max-lines-per-function'));
  expect(reported).toEqual(['long-function.ts eslint(max-lines-per-function)']);
});

it('refuses requests that know no proxy, unless the function is an argument', () => {
  const file = 'packages/timestep/src/eval/way-past-proxies.ts';
  expect(found.filter((line) => line.startsWith(file)).toSorted()).toEqual([
    `${file} eslint(no-restricted-globals)`,
    `${file} eslint(no-restricted-properties)`,
  ]);
});
