import { deepStrictEqual, rejects } from 'node:assert/strict';
import type { NumberedEvent, Submission, Task } from '../core/index.ts';
import type { TaskFilter, TaskListing, TaskPage, TaskQuery } from '../port/index.ts';
import { logOf, taskAfter, type Kept } from './kept-log.ts';

/** One thing every listing of tasks must do. */
export interface TaskListingCase {
  readonly name: string;
  readonly run: (site: TaskListingSite) => Promise<void>;
}

/** A database under test, empty at first. */
export interface TaskListingSite {
  /** Keeps a task with its log. */
  readonly insert: (task: Task, log: readonly NumberedEvent[]) => Promise<void> | void;
  readonly page: (query: TaskQuery) => Promise<TaskPage>;
  readonly latestCompleted: (
    sender: Pick<Submission, 'principal' | 'agent'>,
    contextId: string,
  ) => Promise<Task | undefined> | Task | undefined;
  readonly list: (filter: TaskFilter) => Promise<TaskListing> | TaskListing;
  readonly waiting: (limit: number) => Promise<TaskListing> | TaskListing;
}

/** Newest first: what every case begins with. */
const TASKS: readonly Kept[] = [
  { id: 'other-principal', at: 60, principal: 'q' },
  { id: 'other-agent', at: 50, agent: 'b' },
  { id: 'elsewhere', at: 40, contextId: 'c2' },
  { id: 'done-again', at: 31, isCompleted: true },
  { id: 'done', at: 30, isCompleted: true },
  { id: 'a1', at: 20 },
  { id: 'a2', at: 20 },
  { id: 'old', at: 10 },
];

/**
 * What every listing of tasks must do, wherever they are kept. Run each case as a test of its own.
 */
export const taskListingSuite: readonly TaskListingCase[] = [
  ...(
    [
      [{}, ['other-agent', 'elsewhere', 'done-again', 'done', 'a1', 'a2', 'old']],
      [{ agent: 'b' }, ['other-agent']],
      [{ contextId: 'c2' }, ['elsewhere']],
      [{ state: 'completed' }, ['done-again', 'done']],
      [{ changedSince: 31 }, ['other-agent', 'elsewhere', 'done-again']],
      [{ changedSince: 20, state: 'submitted', agent: 'a' }, ['elsewhere', 'a1', 'a2']],
      [{ contextId: 'c', state: 'completed', agent: 'b' }, []],
      [{ principal: 'nobody' }, []],
    ] as const
  ).map(([query, expected]) =>
    listingCase(`finds by ${JSON.stringify(query)}, newest first`, async ({ page }) => {
      const found = await page({ principal: 'p', pageSize: 10, ...query });
      deepStrictEqual(idsOf(found), expected);
      deepStrictEqual(found.total, expected.length);
      deepStrictEqual(found.nextPageToken, undefined);
    }),
  ),
  ...([{}, { changedSince: 0 }] as const).map((query) =>
    listingCase(
      `gives every task once, page by page, by ${JSON.stringify(query)}`,
      async ({ page }) => {
        const pages: (readonly string[])[] = [];
        let pageToken: string | undefined;
        do {
          const given = { principal: 'p', pageSize: 2, ...query, ...(pageToken && { pageToken }) };
          const found = await page(given);
          deepStrictEqual(found.total, 7);
          pages.push(idsOf(found));
          pageToken = found.nextPageToken;
          // Where a page is given again, more of them would be.
        } while (pageToken && pages.length < 9);
        const expected = [
          ['other-agent', 'elsewhere'],
          ['done-again', 'done'],
          ['a1', 'a2'],
          ['old'],
        ];
        deepStrictEqual(pages, expected);
      },
    ),
  ),
  listingCase('gives tasks as they are', async ({ page }) => {
    const { tasks } = await page({ principal: 'p', pageSize: 1, state: 'completed' });
    deepStrictEqual(tasks, [taskAfter(logOf({ id: 'done-again', at: 31, isCompleted: true }))]);
  }),
  listingCase('refuses a page token of something else', async ({ page }) => {
    const query = { principal: 'p', pageSize: 1, pageToken: 'token' };
    await rejects(page(query), { code: 'bad-page-token' });
  }),
  listingCase('finds the task that a conversation goes on from', async ({ latestCompleted }) => {
    const sender = { principal: 'p', agent: 'a' };
    deepStrictEqual((await latestCompleted(sender, 'c'))?.id, 'done-again');
    deepStrictEqual(await latestCompleted(sender, 'c2'), undefined);
    deepStrictEqual(await latestCompleted({ ...sender, principal: 'q' }, 'c'), undefined);
    deepStrictEqual(await latestCompleted({ ...sender, agent: 'b' }, 'c'), undefined);
  }),
  listingCase('lists rows of all principals', async ({ list }) => {
    const all = await list({ limit: 2 });
    deepStrictEqual(all, {
      total: 8,
      tasks: [
        rowOf({ id: 'other-principal', at: 60, principal: 'q' }),
        rowOf({ id: 'other-agent', at: 50, agent: 'b' }),
      ],
    });
    const chosen = await list({ limit: 1, agent: 'a', state: 'submitted' });
    deepStrictEqual([chosen.total, chosen.tasks[0]?.id], [5, 'other-principal']);
  }),
  listingCase('finds the tasks that wait, the longest first', async ({ insert, waiting }) => {
    deepStrictEqual(await waiting(5), { tasks: [], total: 0 });
    for (const [id, at] of [
      ['w3', 15],
      ['w1', 5],
      ['w4', 45],
      ['w2', 15],
    ] as const) {
      const log = logOf({ id, at, isWaiting: true });
      await insert(taskAfter(log), log);
    }
    const { tasks, total } = await waiting(3);
    deepStrictEqual([tasks.map(({ id }) => id), total], [['w1', 'w2', 'w3'], 4]);
    deepStrictEqual(tasks[0]?.state, 'input-required');
    deepStrictEqual(await waiting(0), { tasks: [], total: 4 });
  }),
];

function listingCase(
  name: string,
  check: (site: TaskListingSite) => Promise<void>,
): TaskListingCase {
  return {
    name,
    async run(site) {
      for (const kept of TASKS) {
        const log = logOf(kept);
        await site.insert(taskAfter(log), log);
      }
      await check(site);
    },
  };
}

function rowOf({ id, at, principal = 'p', agent = 'a' }: Kept): object {
  const times = { createdAt: at, updatedAt: at };
  return { id, principal, agent, contextId: 'c', state: 'submitted', ...times, generation: 1 };
}

function idsOf({ tasks }: TaskPage): string[] {
  return tasks.map(({ id }) => id);
}
