import { expect, it } from 'vitest';
import { createTaskSummary } from './task-summary.fixture.ts';
import {
  addTaskToPages,
  getNextOffset,
  mergePages,
  updateTasksInPages,
  type TaskPages,
} from './task-pages.ts';

/** Tasks that changed at the times from `first` down. */
function part(first: number, count: number, total: number) {
  const tasks = Array.from({ length: count }, (_, index) =>
    createTaskSummary(`t${first - index}`, first - index),
  );
  return { tasks, total };
}

it('keeps as many tasks as were read, however many come', () => {
  let data: TaskPages = { pages: [part(200, 100, 200), part(100, 100, 200)], pageParams: [0, 100] };
  for (let at = 201; at <= 1200; at += 1)
    data = updateTasksInPages(data, [createTaskSummary(`t${at}`, at)], at);
  const lines = mergePages(data.pages);
  expect([lines.length, lines[0]?.id, lines.at(-1)?.id]).toEqual([200, 't1200', 't1001']);
  expect(data.pages.map(({ tasks, total }) => [tasks.length, total])).toEqual([
    [100, 1200],
    [100, 1200],
  ]);
  expect(getNextOffset(data.pages)).toBe(200);
});

it('takes no older line of a task for a newer one', () => {
  const data = { pages: [part(3, 3, 3)], pageParams: [0] };
  const old = { ...createTaskSummary('t2', 9), generation: 1, title: 'old' };
  const { pages } = updateTasksInPages(data, [old, createTaskSummary('t1', 10)], 3);
  expect(mergePages(pages).map(({ id, title }) => [id, title])).toEqual([
    ['t1', 't1'],
    ['t3', 't3'],
    ['t2', 't2'],
  ]);
});

it('reads on until all is read, and not after a search', () => {
  expect(getNextOffset([part(250, 100, 250), part(150, 100, 250)])).toBe(200);
  expect(getNextOffset([part(100, 100, 100)])).toBeUndefined();
  expect(getNextOffset([{ ...part(100, 100, 900), searched: 900 }])).toBeUndefined();
});

it('adds a task once, and counts it once', () => {
  const data: TaskPages = { pages: [part(3, 3, 3)], pageParams: [0] };
  const added = addTaskToPages(data, createTaskSummary('t4', 4));
  const { pages } = addTaskToPages(added, createTaskSummary('t4', 5));
  expect(mergePages(pages).map(({ id, generation }) => [id, generation])).toEqual([
    ['t4', 5],
    ['t3', 3],
    ['t2', 2],
    ['t1', 1],
  ]);
  expect(pages.map(({ total }) => total)).toEqual([4]);
});
