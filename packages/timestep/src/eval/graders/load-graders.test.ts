import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createGradersFromSpecs, splitGraderSpecs } from './grader-specs.ts';
import { loadGraders } from './load-graders.ts';

const judge = () => ({ role: 'assistant', content: '{}' }) as const;

function writeModule(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-graders-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'graders.mjs');
  writeFileSync(file, text);
  return file;
}

it.each([
  ['FinalRegex, FinalContains', ['FinalRegex', 'FinalContains']],
  ['FinalRegex,FinalContains', ['FinalRegex', 'FinalContains']],
  ['FinalJSON:a,b,MaxToolCalls:5', ['FinalJSON:a,b', 'MaxToolCalls:5']],
  ['FinalContains:one, two', ['FinalContains:one, two']],
  ['FinalJSON:a, b ,MaxToolCalls:5', ['FinalJSON:a, b', 'MaxToolCalls:5']],
  ['FinalJSON:a, b , MaxToolCalls:5', ['FinalJSON:a, b', 'MaxToolCalls:5']],
  ['ForbiddenTools:a, MaxToolCals:5', ['ForbiddenTools:a', 'MaxToolCals:5']],
  ['ForbiddenTools:a,FinalRegx', ['ForbiddenTools:a', 'FinalRegx']],
  ['FinalRegex, Unknown', ['FinalRegex', 'Unknown']],
  ['FinalContains:a,b', ['FinalContains:a,b']],
  ['FinalRegex,./own.ts,LLMJudge', ['FinalRegex', './own.ts', 'LLMJudge']],
  ['FinalRegex,Unknown', ['FinalRegex', 'Unknown']],
  ['finalRegex:x,finalContains', ['finalRegex:x', 'finalContains']],
])('splits %s', (list, specs) => {
  expect(splitGraderSpecs(list)).toEqual(specs);
});

const nameAll = async (list: string | undefined, withJudge = false): Promise<readonly string[]> => {
  const graders = await loadGraders({ list, ...(withJudge && { judge }) });
  return graders.map(({ name, spec = name }) => spec);
};

it('adds the judge to the graders that are named, or to the default ones', async () => {
  const defaults = ['ForbiddenTools', 'MaxToolCalls:50', 'FinalRegex', 'FinalContains'];
  expect(await nameAll(undefined)).toEqual(defaults);
  expect(await nameAll(undefined, true)).toEqual([...defaults, 'LLMJudge']);
  expect(await nameAll('LLMJudge,FinalRegex', true)).toEqual(['LLMJudge', 'FinalRegex']);
  expect(await nameAll('FinalRegex', true)).toEqual(['FinalRegex', 'LLMJudge']);
  await expect(nameAll('LLMJudge')).rejects.toThrow('add --judge PROVIDER/MODEL');
});

it('loads the graders that a file exports, alone or in lists', async () => {
  const file = writeModule(`
    const grade = () => ({ name: 'Short', passed: true, score: 1, details: {} });
    export default { name: 'Short', grade };
    export const more = [{ name: 'Long', grade }];
    export const notes = 'none';
  `);
  expect((await nameAll(`FinalRegex,${file}`)).toSorted()).toEqual(['FinalRegex', 'Long', 'Short']);
});

it.each([
  ['export const grade = 5;', 'exports no grader'],
  ['throw new Error("no");', 'cannot be loaded: no'],
])('refuses a file %s', async (text, problem) => {
  await expect(nameAll(writeModule(text))).rejects.toMatchObject({ code: 'bad-grader' });
  await expect(nameAll(writeModule(text))).rejects.toThrow(problem);
});

it('refuses an unknown name beside known ones', () => {
  expect(() => createGradersFromSpecs(['FinalRegex', 'Unknown'])).toThrow('unknown grader Unknown');
});
