import { afterAll, expect, it } from 'vitest';
import { numbersFrom } from '../interop/kill/numbers.ts';
import { breachesIn, cutStory } from './measure/cuts.ts';
import { openCuttingProxy } from './measure/cutting-proxy.ts';
import { PAGE_TOKEN, startPageServer } from './measure/page-server.ts';
import { launchChromium } from './web.ts';

const browser = await launchChromium();
afterAll(() => browser.close());

/** `npm run test:page -- cuts` takes 1,000. */
it('hears each event once and in order, although connections and the server break', async () => {
  const random = numbersFrom(5);
  const outcome = await cutStory({ cuts: 24, cutsForKill: 12, tasks: 3, events: 80, random });
  expect(outcome).toMatchObject({ kills: 1, breaches: [] });
  expect(outcome.connections).toBeGreaterThan(12);
});

it('notices events that come twice, are missing, or are others', () => {
  const one = { type: 'cancel.requested', generation: 1, at: 1 } as const;
  const kept = [one, { ...one, generation: 2 }];
  expect(breachesIn({ id: 'a', events: kept }, kept)).toEqual([]);
  const broken = [[one], [...kept, one], [one, { ...one, generation: 2, at: 5 }]];
  expect(broken.flatMap((events) => breachesIn({ id: 'a', events }, kept))).toHaveLength(3);
});

it('shows each event once in a browser whose connection breaks', async () => {
  const server = await startPageServer();
  const proxy = await openCuttingProxy(Number(new URL(server.url).port), numbersFrom(9));
  const context = await browser.newContext({ viewport: { width: 1280, height: 14_000 } });
  try {
    const id = await server.work({ events: 400, quick: 20, perSecond: 40 });
    const page = await context.newPage();
    await page.goto(`${proxy.url}/ui/tasks/${id}?tab=events#token=${PAGE_TOKEN}`);
    await page.getByText('task.submitted').waitFor();
    // From here on nothing but the stream and the head of the task is asked for.
    proxy.cutAfter(4000);
    await expect.poll(() => proxy.cuts()).toBeGreaterThan(2);
    await server.kill();
    // What is left comes in one piece, which a slow machine takes long enough for.
    proxy.cutAfter(Infinity);
    await server.start();
    await page.getByText('task.finished').waitFor({ timeout: 120_000 });
    const rows = await page.locator('main [role=listitem] button').allInnerTexts();
    const shown = rows.map((text) => Number(text.split(/\s/)[0]));
    expect(shown).toEqual(Array.from({ length: shown.length }, (_, index) => index + 1));
    expect(shown.length).toBeGreaterThan(100);
  } finally {
    await context.close();
    await proxy.close();
    await server.close();
  }
});
