import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

function run(guard: string, folder: string): { status: number | null; stderr: string } {
  return spawnSync(process.execPath, [`scripts/guards/${guard}.ts`, folder], { encoding: 'utf8' });
}

it.each([
  'layers',
  'one-pipeline',
  'one-printer',
  'one-reader',
  'web/report-styles',
  'web/design-tokens',
  'one-starter',
  'one-way-to-call',
  'data/deep-data',
  'surface',
  'examples-imports',
  'api-reference',
  'modules',
  'glossary',
  'duplicates',
  'plain-words',
  'declared-names',
])('the command %s exits with 1 on its known-bad folder', (guard) => {
  const { status, stderr } = run(guard, `scripts/fixtures/${guard}`);
  expect(stderr).toMatch(/^ {2}\S/);
  expect(status).toBe(1);
});

it('the command sizes exits with 1 on a file that is too long', () => {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-sizes-'));
  writeFileSync(join(folder, 'long.ts'), 'export {};\n'.repeat(501));
  const { status, stderr } = run('sizes', folder);
  rmSync(folder, { recursive: true });
  expect(stderr).toContain('long.ts has 501 lines');
  expect(status).toBe(1);
});

it.each([
  'sizes',
  'layers',
  'one-pipeline',
  'one-printer',
  'one-reader',
  'one-starter',
  'web/report-styles',
  'web/design-tokens',
  'one-way-to-call',
  'data/deep-data',
  'surface',
  'words',
  'examples-imports',
  'api-reference',
  'modules',
  'glossary',
  'duplicates',
  'plain-words',
  'declared-names',
])('the command %s exits with 1 on an empty folder', (guard) => {
  const empty = mkdtempSync(join(tmpdir(), 'timestep-empty-'));
  const { status } = run(guard, empty);
  rmSync(empty, { recursive: true });
  expect(status).toBe(1);
});
