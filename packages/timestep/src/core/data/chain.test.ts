import { expect, it } from 'vitest';
import { append, toArray } from './chain.ts';

it('keeps order, shares its past and reads from any position', () => {
  const one = append(undefined, 'a');
  const two = append(one, 'b');
  const other = append(one, 'c');
  expect(toArray(two)).toEqual(['a', 'b']);
  expect(toArray(other)).toEqual(['a', 'c']);
  expect(toArray(two, 1)).toEqual(['b']);
  expect(toArray(two, 5)).toEqual([]);
  expect(toArray(undefined)).toEqual([]);
});
