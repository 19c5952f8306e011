import { expect, it } from 'vitest';
import { createPatternRunner } from './pattern-runner.ts';

it('finds what the pattern finds, with its groups', () => {
  const run = createPatternRunner();
  const found = run(/weather in (?<place>\w+)/u, 'the weather in Oakland?');
  expect(found).toMatchObject({ index: 4, groups: { place: 'Oakland' } });
  expect(run(/nothing/, 'the weather')).toBeNull();
});

it.each([
  ['exponential', /^(a+)+$/, `${'a'.repeat(60)}!`],
  ['quadratic', /[.!]+$/, `${'!'.repeat(2_000_000)}a`],
])('gives up a search that takes %s time', (_, pattern, text) => {
  expect(createPatternRunner(50)(pattern, text)).toBe('too-slow');
});

it('gives up on a machine that leaves it a twentieth of a processor', () => {
  const run = createPatternRunner(20, () => performance.now() / 20);
  expect(run(/^(a+)+$/, `${'a'.repeat(60)}!`)).toBe('too-slow');
});

it('searches again after a search was given up', () => {
  const run = createPatternRunner(400);
  expect(run(/^(a+)+$/, `${'a'.repeat(60)}!`)).toBe('too-slow');
  expect(run(/^a+$/, 'aaa')?.[0]).toBe('aaa');
});
