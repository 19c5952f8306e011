import { expect, it } from 'vitest';
import { getNextOrder, sortLines, type SortValue } from './sort-lines.ts';

const sorted = (values: readonly SortValue[], direction: 'ascending' | 'descending') =>
  sortLines(values, (value) => value, direction);

it('sorts numbers and names, and puts lines without a value last', () => {
  expect(sorted([2, undefined, 10, 1], 'descending')).toEqual([10, 2, 1, undefined]);
  expect(sorted([2, undefined, 10, 1], 'ascending')).toEqual([1, 2, 10, undefined]);
  expect(sorted(['task 10', 'Task 9', 'b'], 'ascending')).toEqual(['b', 'Task 9', 'task 10']);
});

it('keeps the order of equal lines', () => {
  const lines = [
    { name: 'a', cost: 1 },
    { name: 'b', cost: 2 },
    { name: 'c', cost: 1 },
  ];
  const names = sortLines(lines, ({ cost }) => cost, 'ascending').map(({ name }) => name);
  expect(names).toEqual(['a', 'c', 'b']);
});

it('goes through both directions, and back to the order of the table', () => {
  const first = getNextOrder(undefined, 'Cost', true);
  expect(first).toEqual({ head: 'Cost', direction: 'descending' });
  const second = getNextOrder(first, 'Cost', true);
  expect(second).toEqual({ head: 'Cost', direction: 'ascending' });
  expect(getNextOrder(second, 'Cost', true)).toBeUndefined();
  expect(getNextOrder(first, 'Agent', false)).toEqual({ head: 'Agent', direction: 'ascending' });
});
