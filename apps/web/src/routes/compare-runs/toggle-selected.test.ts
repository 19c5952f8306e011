import { expect, it } from 'vitest';
import { toggleKeepingLastTwo } from './toggle-selected.ts';

it('selects at most two tasks, and removes a selected one', () => {
  expect(toggleKeepingLastTwo([], 'a')).toEqual(['a']);
  expect(toggleKeepingLastTwo(['a'], 'a')).toEqual([]);
  expect(toggleKeepingLastTwo(['a', 'b'], 'c')).toEqual(['b', 'c']);
});
