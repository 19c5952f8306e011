import { expect, it } from 'vitest';
import { findGreatestValue } from './chart-parts.ts';

const parts = [{ values: [1, 2, null] }, { values: [3, 1, 2] }];

it('finds the highest stack of bars, and the highest point of lines', () => {
  expect(findGreatestValue('bars', parts, 3)).toBe(4);
  expect(findGreatestValue('lines', parts, 3)).toBe(3);
  expect(findGreatestValue('bars', [], 3)).toBe(0);
});
