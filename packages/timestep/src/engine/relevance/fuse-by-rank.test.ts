import { expect, it } from 'vitest';
import { fuseByRank } from './fuse-by-rank.ts';

const items = (...lists: readonly (readonly string[])[]) =>
  fuseByRank(lists).map(({ item }) => item);

it('puts first what several lists agree on', () => {
  expect(items(['a', 'b', 'c'], ['d', 'b', 'e'])).toEqual(['b', 'a', 'd', 'c', 'e']);
});

it('leaves the order of a single list, and takes items that are in one list only', () => {
  expect(items(['c', 'a', 'b'])).toEqual(['c', 'a', 'b']);
  expect(items(['a'], [], ['b'])).toEqual(['a', 'b']);
  expect(items()).toEqual([]);
});

it('scores by places alone', () => {
  const [first, second] = fuseByRank([
    ['a', 'b'],
    ['a', 'b'],
  ]);
  expect(first?.score).toBeCloseTo(2 / 61);
  expect(second?.score).toBeCloseTo(2 / 62);
});

it('counts an item once for each list', () => {
  expect(items(['a', 'a', 'a', 'b'], ['b'])).toEqual(['b', 'a']);
});
