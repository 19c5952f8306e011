import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { formatLicenses } from './licenses.ts';

function packageAt(root: string, name: string, files: Readonly<Record<string, string>>): string {
  const folder = join(root, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  const manifest = { name, version: '1.0.0', license: 'MIT' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  return join(folder, 'index.js');
}

function newRoot(): string {
  const root = mkdtempSync(join(tmpdir(), 'timestep-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  return root;
}

it('holds the license of each package once, and of no file of ours', () => {
  const root = newRoot();
  const one = packageAt(root, 'one', { LICENSE: 'Terms of one\n' });
  const other = packageAt(root, '@family/other', { 'license.md': 'Terms of other' });
  const text = formatLicenses([one, join(root, 'src/main.ts'), other, `\0${one}`]);
  expect(text.match(/^\S+ 1\.0\.0 \(MIT\)$/gm)).toEqual([
    '@family/other 1.0.0 (MIT)',
    'one 1.0.0 (MIT)',
  ]);
  expect(text).toContain('Terms of one\n');
});

it('holds the license beside code that was copied, once', () => {
  const root = newRoot();
  mkdirSync(join(root, 'src/copied'), { recursive: true });
  writeFileSync(join(root, 'src/copied/LICENSE'), 'drawings 2.0.0 (ISC)\n\nTerms of drawings\n');
  const modules = ['one.ts', 'two.ts'].map((name) => join(root, 'src/copied', name));
  expect(formatLicenses(modules)).toBe('drawings 2.0.0 (ISC)\n\nTerms of drawings\n');
});

it('holds a text once that several packages have', () => {
  const root = newRoot();
  const modules = ['one', 'three'].map((name) => packageAt(root, name, { LICENSE: 'Same terms' }));
  const two = packageAt(root, 'two', { LICENSE: 'Other terms' });
  const text = formatLicenses([...modules, two]);
  expect(text.match(/Same terms/g)).toHaveLength(1);
  expect(text.startsWith('one 1.0.0 (MIT)\nthree 1.0.0 (MIT)\n\nSame terms\n')).toBe(true);
  expect(text).toContain('two 1.0.0 (MIT)\n\nOther terms\n');
});

it('takes the text of a family where a package of it has none', () => {
  const root = newRoot();
  packageAt(root, '@family/first', { LICENSE: 'Terms of the family' });
  const bare = packageAt(root, '@family/bare', {});
  expect(formatLicenses([bare])).toContain('Terms of the family');
});

it('refuses code without the text of its license', () => {
  const bare = packageAt(newRoot(), 'bare', {});
  expect(() => formatLicenses([bare])).toThrow('bare has no text of its license, MIT');
});
