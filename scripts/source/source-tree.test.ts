import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readTree } from './source-tree.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'timestep-tree-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text = 'text'): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

it('reads text files of every depth, leaving out what is ignored', () => {
  write('.gitignore', '# built\ncoverage/\n*.log\n');
  for (const path of ['b.ts', 'a/c.ts', 'a/coverage', '.ci/run']) write(path);
  for (const path of ['coverage/x.ts', 'a/y.log', 'a/node_modules/z.ts', 'dist/w.js']) write(path);
  write('picture.png', 'PNG\0');
  expect(readTree(root).map(({ path }) => path)).toEqual([
    '.ci/run',
    '.gitignore',
    'a/c.ts',
    'a/coverage',
    'b.ts',
  ]);
});

it('refuses a .gitignore it would misread', () => {
  write('.gitignore', 'docs/built/\n');
  expect(() => readTree(root)).toThrow('understand bare names only, not docs/built/');
});
