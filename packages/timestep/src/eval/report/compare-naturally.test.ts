import { expect, it } from 'vitest';
import { compareNaturally } from './compare-naturally.ts';

it('puts numbers in names in the order of their values', () => {
  const ids = ['order-10', 'order-2', 'Order-1', 'order-1', 'b', 'a/10', 'a/9', 'ä'];
  expect(ids.toSorted(compareNaturally)).toEqual([
    'ä',
    'a/9',
    'a/10',
    'b',
    'order-1',
    'Order-1',
    'order-2',
    'order-10',
  ]);
  expect(compareNaturally('x', 'x')).toBe(0);
});
