import { expect, it } from 'vitest';
import { createLatePattern } from './late-pattern.ts';

it('compiles a pattern at its first call, and only then', () => {
  const getBroken = createLatePattern('(', 'u');
  expect(getBroken).toThrow(SyntaxError);
  const getLetter = createLatePattern(String.raw`\p{L}`, 'gu');
  expect(getLetter()).toEqual(/\p{L}/gu);
  expect(getLetter()).toBe(getLetter());
});
