import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { measureSpeed } from './measure/speed.ts';
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
