import { afterAll, expect, it } from 'vitest';
import { breachesIn, measureHeap } from './measure/heap.ts';
import { launchChromium } from './web.ts';

const browser = await launchChromium();
afterAll(() => browser.close());

/** `npm run test:page -- heap` leaves the page open for longer. */
it('holds no more the longer it is open', async () => {
  const rounds = await measureHeap(browser, { rounds: 5, tasks: 30 });
  expect(breachesIn(rounds)).toEqual([]);
});

it('notices what grows', () => {
  const round = {
    round: 1,
    tasks: 1,
    scriptsKb: 4000,
    browserKb: 500,
    codeKb: 3000,
    nodes: 500,
    listeners: 1,
  };
  expect(breachesIn([])).toHaveLength(1);
  const grown = { ...round, scriptsKb: 4400, nodes: 1100 };
  expect(breachesIn([round, round, grown, grown])).toHaveLength(2);
  expect(breachesIn([round, round, grown, round])).toEqual([]);
});
