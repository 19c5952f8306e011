import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestFolder } from '../timestep.fixture.ts';
import { openPromptHistory } from './prompt-history.ts';

it('is found again, by its owner only', () => {
  const file = join(createTestFolder(), 'chat', 'guide.jsonl');
  const { earlier, remember } = openPromptHistory(file);
  expect(earlier).toEqual([]);
  remember('one\ntwo');
  remember('three');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(openPromptHistory(file).earlier).toEqual(['one\ntwo', 'three']);
});

it('leaves out lines that are broken, and keeps the newest texts', () => {
  const file = join(createTestFolder(), 'guide.jsonl');
  const lines = Array.from({ length: 1200 }, (_, at) => `"text ${at}"`);
  writeFileSync(file, `{"no":"text"}\n${lines.join('\n')}\n"cut o`);
  const { earlier } = openPromptHistory(file);
  expect([earlier.length, earlier.at(-1)]).toEqual([500, 'text 1199']);
  expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(500);
});

it('is done without where it cannot be kept', () => {
  const folder = createTestFolder();
  const file = join(folder, 'a file');
  writeFileSync(file, '');
  chmodSync(file, 0o400);
  const { earlier, remember } = openPromptHistory(join(file, 'guide.jsonl'));
  expect(() => remember('one')).not.toThrow();
  expect(earlier).toEqual([]);
});
