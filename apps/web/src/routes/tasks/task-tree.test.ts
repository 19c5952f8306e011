import { expect, it } from 'vitest';
import { createTaskSummary } from './task-summary.fixture.ts';
import { buildTaskTree, mergeChangedTasksNewestFirst } from './task-tree.ts';

it('puts tasks below the one that waits for them', () => {
  const tree = buildTaskTree([
    createTaskSummary('c', 4),
    createTaskSummary('a', 3, ['b', 'gone']),
    createTaskSummary('b', 2, ['c']),
    createTaskSummary('d', 1),
  ]);
  expect(tree.map((one) => [one.line.id, one.depth])).toEqual([
    ['a', 0],
    ['b', 1],
    ['c', 2],
    ['d', 0],
  ]);
});

it('shows tasks that wait for each other once', () => {
  const tree = buildTaskTree([createTaskSummary('a', 2, ['b']), createTaskSummary('b', 1, ['a'])]);
  expect(tree.map((one) => one.line.id)).toEqual(['a', 'b']);
});

it('brings what changed to its place, once', () => {
  const lines = mergeChangedTasksNewestFirst(
    [createTaskSummary('a', 3), createTaskSummary('b', 2)],
    [createTaskSummary('b', 5), createTaskSummary('c', 1)],
  );
  expect(lines.map(({ id }) => id)).toEqual(['b', 'a', 'c']);
});
