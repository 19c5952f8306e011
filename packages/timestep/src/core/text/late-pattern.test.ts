import { expect, it } from 'vitest';
import { createLazyPattern } from './late-pattern.ts';

it('compiles a pattern at its first call, and only then', () => {
  const getBroken = createLazyPattern('(', 'u');
  expect(getBroken).toThrow(SyntaxError);
  const getLetter = createLazyPattern(String.raw`\p{L}`, 'gu');
  expect(getLetter()).toEqual(/\p{L}/gu);
  expect(getLetter()).toBe(getLetter());
});
