import { expect, it } from 'vitest';
import { chooseSample } from '../sample-size.ts';
import { isConsistent, runStops } from './stops.ts';

const STOPS = chooseSample({ small: 2, usual: 6, whole: 100 });

it('tells callers nothing false when it is stopped', async () => {
  const { breaches, seen } = await runStops(STOPS, 7);
  expect(breaches).toEqual([]);
  const ends = new Set(Object.keys(seen).map((row) => row.split(' ')[1]));
  expect([...ends]).toContain('completed');
});

it.each([
  ['completed', 'canceled'],
  ['completed', undefined],
  ['failed', 'completed'],
  ['cut', 'canceled'],
  ['refused', 'completed'],
] as const)('finds that a caller saw %s of a task that is %s', (seen, state) => {
  expect(isConsistent({ isStored: true }, seen, state)).toBe(false);
});
