import { setTimeout as passed } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import type { TaskDetails } from '@timestep-ai/timestep/view';
import { startPageServer, type PageServer } from './page-server.ts';
import { openWatched, type Busy, type WatchedPage } from './watched-page.ts';

/** Amounts of data. */
export interface SpeedParameters {
  readonly events: number;
  readonly perSecond: number;
  readonly seconds: number;
  readonly tasks: number;
}

/** Measurement of one view while it was opened or used. */
export interface SpeedRow extends Busy {
  readonly view: string;
  /** Number of list rows in the document, because invisible rows must not be in it. */
  readonly rows: number;
}

/** Maximum milliseconds of the main thread until a view is open. */
const MOST_TO_OPEN_MS = 500;
/** Maximum milliseconds of one task while a view is watched or scrolled. */
const MOST_OF_A_TASK_MS = 50;
/** Maximum milliseconds without a frame, because a longer gap is visible. */
const MOST_WITHOUT_FRAME_MS = 1000;

/** Returns the exceeded limits. */
export function slowIn(rows: readonly SpeedRow[]): string[] {
  return rows.flatMap(({ view, ms, longestMs, frameMs }) => [
    ...(view.endsWith(OPENED) && ms > MOST_TO_OPEN_MS ? [`${view} with ${ms} ms`] : []),
    ...(!view.endsWith(OPENED) && longestMs > MOST_OF_A_TASK_MS
      ? [`${view}: a task took ${longestMs} ms`]
      : []),
    ...(frameMs > MOST_WITHOUT_FRAME_MS ? [`${view}: ${frameMs} ms without a frame`] : []),
  ]);
}

const OPENED = 'opened';

/** Returns the tasks of a part of the list from the server. */
const TASKS_OF_PART = 100;
const TABS = ['conversation', 'timeline', 'events'] as const;

/**
 * Opens a long task in each of its views and watches it while it works, and scrolls a long list to
 * its end.
 */
export async function measureSpeed(
  browser: Browser,
  { events, perSecond, seconds, tasks }: SpeedParameters,
  progress: (text: string) => void = () => undefined,
): Promise<readonly SpeedRow[]> {
  progress(`${tasks} tasks are made`);
  const server = await startPageServer(tasks);
  try {
    const rows = tasks > 0 ? await measureList(browser, server, tasks) : [];
    progress(`a log of ${events} events is made`);
    const id = await server.work({ events: ENDLESS, quick: events, perSecond });
    while ((await server.read<TaskDetails>(`/tasks/${id}`)).generation < events) await passed(200);
    for (const tab of TABS) {
      progress(`${tab} is opened`);
      rows.push(...(await measureTab(browser, server, { id, tab, seconds })));
    }
    return rows;
  } finally {
    await server.close();
  }
}

const ENDLESS = 10_000_000;

async function measureTab(
  browser: Browser,
  server: PageServer,
  { id, tab, seconds }: { readonly id: string; readonly tab: string; readonly seconds: number },
): Promise<SpeedRow[]> {
  const address = `${server.url}/ui/tasks/${id}?tab=${tab}`;
  // A task is watched once its log has been read.
  const watched = await openWatched(
    browser,
    address,
    (request) => request.url().endsWith('/ui/api/events') && isFollowing(request.postData(), id),
  );
  try {
    await twoFrames(watched);
    const opened = await rowOf(watched, `${tab}: ${OPENED}`);
    await passed(seconds * 1000);
    return [opened, await rowOf(watched, `${tab}: followed for ${seconds} s`)];
  } finally {
    await watched.close();
  }
}

async function measureList(
  browser: Browser,
  server: PageServer,
  tasks: number,
): Promise<SpeedRow[]> {
  const watched = await openWatched(browser, `${server.url}/ui/tasks`, (request) =>
    request.url().endsWith('/ui/api/events'),
  );
  const { page } = watched;
  try {
    await page.getByRole('link', { name: /Order/ }).first().waitFor();
    const opened = await rowOf(watched, `list of ${tasks}: ${OPENED}`);
    await page.mouse.move(800, 500);
    let parts = 0;
    page.on('response', (response) => {
      if (response.url().includes('/ui/api/tasks?')) parts += 1;
    });
    let rows = 0;
    // The first part was read before.
    while (parts < Math.ceil(tasks / TASKS_OF_PART) - 1 || !(await isAtEnd(watched))) {
      await page.mouse.wheel(0, 4000);
      await twoFrames(watched);
      rows = Math.max(rows, await rowCount(watched));
    }
    const scrolled = await rowOf(watched, `list of ${tasks}: scrolled to its end`);
    return [opened, { ...scrolled, rows }];
  } finally {
    await watched.close();
  }
}

function isFollowing(body: string | null, id: string): boolean {
  return body?.includes(id) ?? false;
}

async function rowOf(watched: WatchedPage, view: string): Promise<SpeedRow> {
  const busy = await watched.busy();
  return { view, ...busy, rows: await rowCount(watched) };
}

async function isAtEnd({ page }: WatchedPage): Promise<boolean> {
  return page.evaluate<boolean>(
    `(({ scrollTop, clientHeight, scrollHeight }) => scrollTop + clientHeight > scrollHeight - 5)(
      document.querySelector('main [role=list]'))`,
  );
}

function rowCount({ page }: WatchedPage): Promise<number> {
  return page.locator('main [role=listitem]').count();
}

async function twoFrames({ page }: WatchedPage): Promise<void> {
  await page.evaluate(
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))',
  );
}
