import { expect, it } from 'vitest';
import { line } from './task-line.fixture.ts';
import { treeOf, withChanged } from './task-tree.ts';

it('puts tasks below the one that waits for them', () => {
  const tree = treeOf([
    line('c', 4),
    line('a', 3, ['b', 'gone']),
    line('b', 2, ['c']),
    line('d', 1),
  ]);
  expect(tree.map((one) => [one.line.id, one.depth])).toEqual([
    ['a', 0],
    ['b', 1],
    ['c', 2],
    ['d', 0],
  ]);
});

it('shows tasks that wait for each other once', () => {
  const tree = treeOf([line('a', 2, ['b']), line('b', 1, ['a'])]);
  expect(tree.map((one) => one.line.id)).toEqual(['a', 'b']);
});

it('brings what changed to its place, once', () => {
  const lines = withChanged([line('a', 3), line('b', 2)], [line('b', 5), line('c', 1)]);
  expect(lines.map(({ id }) => id)).toEqual(['b', 'a', 'c']);
});
