import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { createTestFolder } from '../../timestep.fixture.ts';
import { isKey, setVariablesInEnvText, storeVariables } from './store-key.ts';

it.each([
  ['', 'A_KEY=new\n'],
  ['B=1', 'B=1\nA_KEY=new\n'],
  ['A_KEY=old\nB=1\n', 'A_KEY=new\nB=1\n'],
  ['# a note\nexport A_KEY = old\n', '# a note\nA_KEY=new\n'],
  ['MY_A_KEY=other\n', 'MY_A_KEY=other\nA_KEY=new\n'],
])('puts a variable into %j', (text, expected) => {
  expect(setVariablesInEnvText(text, { A_KEY: 'new' })).toBe(expected);
  expect(parseEnv(expected)['A_KEY']).toBe('new');
});

it('takes keys, and nothing that needs quotes', () => {
  expect(['sk-ant-api03_x', 'AIza.b', 'a=b=='].every(isKey)).toBe(true);
  expect(['', 'two words', 'a#b', '"a"', 'a\nb', '$a'].some(isKey)).toBe(false);
});

it('stores a key where only its owner reads it, and keeps what is there', async () => {
  const folder = createTestFolder();
  await storeVariables(folder, { A_KEY: 'secret', A_MODEL: 'm' });
  const file = join(folder, '.env');
  expect(readFileSync(file, 'utf8')).toBe('A_KEY=secret\nA_MODEL=m\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  writeFileSync(file, 'B=1\n');
  await storeVariables(folder, { A_KEY: 'later' });
  expect(readFileSync(file, 'utf8')).toBe('B=1\nA_KEY=later\n');
});
