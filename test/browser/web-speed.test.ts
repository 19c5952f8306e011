import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { longestOf } from './measure/longest-task.ts';
import { measureSpeed, slowIn } from './measure/speed.ts';
import { launchChromium } from './web.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(() => browser.close());

/** `npm run test:page -- speed` says how long it takes; here only what does not depend on the machine counts. */
it('has no more rows in the document than are seen, however long a log or list is', async () => {
  const rows = await measureSpeed(browser, { events: 600, perSecond: 200, seconds: 1, tasks: 260 });
  expect(rows.map(({ view }) => view)).toEqual([
    'list of 260: opened',
    'list of 260: scrolled to its end',
    ...['conversation', 'timeline', 'events'].flatMap((tab) => [
      `${tab}: opened`,
      `${tab}: followed for 1 s`,
    ]),
  ]);
  expect(rows.filter((row) => row.rows < 5 || row.rows > 60)).toEqual([]);
});

it('notices what is slow', () => {
  const fine = { ms: 300, longestMs: 45, longestWallMs: 200, frameMs: 40, rows: 20 };
  expect(slowIn([{ view: 'events: opened', ...fine, longestMs: 60 }])).toEqual([]);
  expect(slowIn([{ view: 'events: opened', ...fine, ms: 501, frameMs: 1001 }])).toHaveLength(2);
  expect(slowIn([{ view: 'events: followed for 9 s', ...fine, longestMs: 51 }])).toHaveLength(1);
});

it('takes the longest task from the main thread of a page', () => {
  const task = { name: 'RunTask', ph: 'X', pid: 1, tid: 2 };
  const main = { name: 'thread_name', ph: 'M', pid: 1, tid: 2, args: { name: 'CrRendererMain' } };
  const others = [
    { ...task, tid: 3, tdur: 900 },
    { ...task, name: 'Layout', tdur: 800 },
  ];
  expect(longestOf([main, { ...task, tdur: 70 }, { ...task, tdur: 30 }, ...others])).toBe(70);
  expect(longestOf(others)).toBe(0);
});
