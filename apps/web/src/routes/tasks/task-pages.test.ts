import { expect, it } from 'vitest';
import { line } from './task-line.fixture.ts';
import { linesOf, nextPlace, withNews, type TaskPages } from './task-pages.ts';

/** Tasks that changed at the times from `first` down. */
function part(first: number, count: number, total: number) {
  const tasks = Array.from({ length: count }, (_, index) =>
    line(`t${first - index}`, first - index),
  );
  return { tasks, total };
}

it('keeps as many tasks as were read, however many come', () => {
  let data: TaskPages = { pages: [part(200, 100, 200), part(100, 100, 200)], pageParams: [0, 100] };
  for (let at = 201; at <= 1200; at += 1) data = withNews(data, [line(`t${at}`, at)], at);
  const lines = linesOf(data.pages);
  expect([lines.length, lines[0]?.id, lines.at(-1)?.id]).toEqual([200, 't1200', 't1001']);
  expect(data.pages.map(({ tasks, total }) => [tasks.length, total])).toEqual([
    [100, 1200],
    [100, 1200],
  ]);
  expect(nextPlace(data.pages)).toBe(200);
});

it('takes no older line of a task for a newer one', () => {
  const data = { pages: [part(3, 3, 3)], pageParams: [0] };
  const old = { ...line('t2', 9), generation: 1, title: 'old' };
  const { pages } = withNews(data, [old, line('t1', 10)], 3);
  expect(linesOf(pages).map(({ id, title }) => [id, title])).toEqual([
    ['t1', 't1'],
    ['t3', 't3'],
    ['t2', 't2'],
  ]);
});

it('reads on until all is read, and not after a search', () => {
  expect(nextPlace([part(250, 100, 250), part(150, 100, 250)])).toBe(200);
  expect(nextPlace([part(100, 100, 100)])).toBeUndefined();
  expect(nextPlace([{ ...part(100, 100, 900), searched: 900 }])).toBeUndefined();
});
