import type { Browser, CDPSession, Page, Request } from 'playwright-core';
import { watchTasks } from './longest-task.ts';
import { PAGE_TOKEN } from './page-server.ts';

/** Measurement of a page's main thread, in milliseconds. */
export interface Busy {
  readonly ms: number;
  /** CPU time of the longest task. */
  readonly longestMs: number;
  /** Wall time of the longest task, which other programs of the machine increase. */
  readonly longestWallMs: number;
  /** Longest time between two frames. */
  readonly frameMs: number;
}

/** A page whose main thread is measured. */
export interface WatchedPage {
  readonly page: Page;
  readonly session: CDPSession;
  /** Resolves to the measurement since the last call, or since the page was opened. */
  busy(): Promise<Busy>;
  close(): Promise<void>;
}

/** Runs before the scripts of the page. */
const WATCH = `
  globalThis.longest = 0;
  globalThis.longestFrame = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  }).observe({ type: 'longtask', buffered: true });
  let before = performance.now();
  (function frame(now) {
    longestFrame = Math.max(longestFrame, now - before);
    before = now;
    requestAnimationFrame(frame);
  })(before);
`;

/**
 * Opens an address below `/ui`, and waits for a request that the page then sends. A file of the
 * server is loaded first, so that the thread is the same from the start.
 */
export async function openWatched(
  browser: Browser,
  address: string,
  isLast: (request: Request) => boolean,
  /** An answer in place of that of the server. */
  replaced?: { readonly path: string; readonly body: string },
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(new URL('/ui/icon.svg', address).href);
  await page.addInitScript(WATCH);
  if (replaced) {
    const answer = { contentType: 'application/json', body: replaced.body };
    await page.route(replaced.path, (route) => route.fulfill(answer));
  }
  const session = await context.newCDPSession(page);
  const tasks = await watchTasks(browser, page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  let spent = await taskSeconds(session);
  const isOpen = page.waitForRequest(isLast);
  await page.goto(`${address}#token=${PAGE_TOKEN}`);
  await isOpen;
  return {
    page,
    session,
    async busy() {
      const [longestWallMs, frameMs] = await page.evaluate<[number, number]>(
        '(() => { const all = [longest, longestFrame]; longest = 0; longestFrame = 0; return all; })()',
      );
      const now = await taskSeconds(session);
      const ms = (now - spent) * 1000;
      spent = now;
      return {
        ms: Math.round(ms),
        longestMs: Math.round(await tasks.longestCpuMs()),
        longestWallMs: Math.round(longestWallMs),
        frameMs: Math.round(frameMs),
      };
    },
    async close() {
      await tasks.end();
      await context.close();
    },
  };
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}
