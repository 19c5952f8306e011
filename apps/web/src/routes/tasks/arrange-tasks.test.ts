import { expect, it } from 'vitest';
import { arrangeTasks } from './arrange-tasks.ts';
import { createTaskSummary } from './task-summary.fixture.ts';

const LINES = [
  { ...createTaskSummary('root', 9, ['child']), costUsd: 1 },
  { ...createTaskSummary('child', 8), costUsd: 5 },
  { ...createTaskSummary('handed', 7), isAsked: true as const, costUsd: 3 },
  { ...createTaskSummary('other', 6), costUsd: null },
];
const ids = (filters: Parameters<typeof arrangeTasks>[1]): string[] =>
  arrangeTasks(LINES, filters).map(({ line, depth }) => `${line.id} ${depth}`);

it('leaves out what other agents asked for, unless it is wanted', () => {
  expect(ids({})).toEqual(['root 0', 'other 0']);
  const all = ['root 0', 'child 1', 'handed 0', 'other 0'];
  expect(ids({ asked: 'too' })).toEqual(all);
  expect(ids({ context: 'c' })).toEqual(all);
});

it('keeps the order of a sorted list', () => {
  expect(ids({ asked: 'too', sort: 'cost' })).toEqual(['root 0', 'child 0', 'handed 0', 'other 0']);
  expect(ids({ sort: 'duration' })).toEqual(['root 0', 'child 0', 'other 0']);
});
