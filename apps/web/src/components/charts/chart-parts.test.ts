import { expect, it } from 'vitest';
import { findGreatest } from './chart-parts.ts';

const parts = [{ values: [1, 2, null] }, { values: [3, 1, 2] }];

it('finds the highest stack of bars, and the highest point of lines', () => {
  expect(findGreatest('bars', parts, 3)).toBe(4);
  expect(findGreatest('lines', parts, 3)).toBe(3);
  expect(findGreatest('bars', [], 3)).toBe(0);
});
