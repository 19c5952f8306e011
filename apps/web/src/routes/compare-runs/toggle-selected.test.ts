import { expect, it } from 'vitest';
import { toggleSelected } from './toggle-selected.ts';

it('selects at most two tasks, and removes a selected one', () => {
  expect(toggleSelected([], 'a')).toEqual(['a']);
  expect(toggleSelected(['a'], 'a')).toEqual([]);
  expect(toggleSelected(['a', 'b'], 'c')).toEqual(['b', 'c']);
});
