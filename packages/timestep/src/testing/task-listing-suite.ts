import { deepStrictEqual, rejects } from 'node:assert/strict';
import type { NumberedEvent, Submission, Task } from '#core';
import type { TaskFilter, TaskListing, TaskPage, TaskQuery } from '#engine/port';
import { createSuiteTaskLog, replayLog, type SuiteTask } from './suite-task.ts';

/** A test case for task listings. */
export interface TaskListingCase {
  readonly name: string;
  readonly run: (site: ListingUnderTest) => Promise<void>;
}

/** An empty database in which task lists are tested. */
export interface ListingUnderTest {
  /** Stores a task with its log. */
  readonly insert: (task: Task, log: readonly NumberedEvent[]) => Promise<void> | void;
  readonly getPage: (query: TaskQuery) => Promise<TaskPage>;
  readonly findLatestCompleted: (
    sender: Pick<Submission, 'principal' | 'agent'>,
    contextId: string,
  ) => Promise<Task | undefined> | Task | undefined;
  readonly listTasks: (filter: TaskFilter) => Promise<TaskListing> | TaskListing;
  readonly listWaiting: (limit: number) => Promise<TaskListing> | TaskListing;
  readonly findIds: (beginning: string, limit: number) => Promise<readonly string[]>;
}

/** The tasks that every case starts with, newest first. */
const TASKS: readonly SuiteTask[] = [
  { id: 'other-principal', at: 60, principal: 'q' },
  { id: 'other-agent', at: 50, agent: 'b' },
  { id: 'elsewhere', at: 40, contextId: 'c2' },
  { id: 'done-again', at: 31, isCompleted: true },
  { id: 'done', at: 30, isCompleted: true },
  { id: 'a1', at: 20 },
  { id: 'a2', at: 20 },
  { id: 'old', at: 10 },
];

const USED = { agent: 'u', isCompleted: true } as const;

const USED_TASKS: readonly SuiteTask[] = [
  { ...USED, id: 'u1', startedAt: 1, at: 90, tokens: 10, entry: 'mcp' },
  { ...USED, id: 'u2', startedAt: 40, at: 80, tokens: 20, entry: 'a2a-1.0' },
  { ...USED, id: 'u3', startedAt: 50, at: 70, tokens: 40, entry: 'agent', isAsked: true },
  { agent: 'u', isWaiting: true, id: 'u4', startedAt: 30, at: 60, tokens: 30, entry: 'a2a-1.0' },
];

/** Filters and orders of task lists, each with the ids of the tasks that must be listed, in order. */
const SELECTIONS: readonly (readonly [Partial<TaskFilter>, readonly string[]])[] = [
  [{}, ['u1', 'u2', 'u3', 'u4']],
  [{ entry: 'a2a-1.0' }, ['u2', 'u4']],
  [{ entry: 'acp' }, []],
  [{ isAsked: false }, ['u1', 'u2', 'u4']],
  [{ isAsked: true }, ['u3']],
  [{ sort: 'start' }, ['u3', 'u2', 'u4', 'u1']],
  [{ sort: 'duration' }, ['u1', 'u2', 'u4', 'u3']],
  [{ sort: 'tokens' }, ['u3', 'u4', 'u2', 'u1']],
  [{ sort: 'cost', isAsked: false }, ['u4', 'u2', 'u1']],
  [{ sort: 'tokens', state: 'input-required' }, ['u4']],
  [{ changedBefore: 80 }, ['u3', 'u4']],
  [{ changedSince: 70, changedBefore: 90 }, ['u2', 'u3']],
  [{ changedSince: 70 }, ['u1', 'u2', 'u3']],
  [{ changedBefore: 90, state: 'completed' }, ['u2', 'u3']],
  [{ changedSince: 90, changedBefore: 90 }, []],
  [{ changedSince: 70, sort: 'tokens' }, ['u1', 'u2', 'u3']],
];

/** Test cases that every task listing must pass. Run each case as a separate test. */
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
    createListingCase(`finds by ${JSON.stringify(query)}, newest first`, async ({ getPage }) => {
      const found = await getPage({ principal: 'p', pageSize: 10, ...query });
      deepStrictEqual(listTaskIds(found), expected);
      deepStrictEqual(found.total, expected.length);
      deepStrictEqual(found.nextPageToken, undefined);
    }),
  ),
  ...([{}, { changedSince: 0 }] as const).map((query) =>
    createListingCase(
      `gives every task once, page by page, by ${JSON.stringify(query)}`,
      async ({ getPage }) => {
        const pages: (readonly string[])[] = [];
        let pageToken: string | undefined;
        do {
          const given = { principal: 'p', pageSize: 2, ...query, ...(pageToken && { pageToken }) };
          const found = await getPage(given);
          deepStrictEqual(found.total, 7);
          pages.push(listTaskIds(found));
          pageToken = found.nextPageToken;
          // The number of pages is limited, so that the test ends even if a page repeats.
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
  createListingCase('gives tasks as they are', async ({ getPage }) => {
    const { tasks } = await getPage({ principal: 'p', pageSize: 1, state: 'completed' });
    deepStrictEqual(tasks, [
      replayLog(createSuiteTaskLog({ id: 'done-again', at: 31, isCompleted: true })),
    ]);
  }),
  createListingCase('refuses a page token of something else', async ({ getPage }) => {
    const query = { principal: 'p', pageSize: 1, pageToken: 'token' };
    await rejects(getPage(query), { code: 'bad-page-token' });
  }),
  createListingCase(
    'finds the task that a conversation goes on from',
    async ({ findLatestCompleted }) => {
      const sender = { principal: 'p', agent: 'a' };
      deepStrictEqual((await findLatestCompleted(sender, 'c'))?.id, 'done-again');
      deepStrictEqual(await findLatestCompleted(sender, 'c2'), undefined);
      deepStrictEqual(await findLatestCompleted({ ...sender, principal: 'q' }, 'c'), undefined);
      deepStrictEqual(await findLatestCompleted({ ...sender, agent: 'b' }, 'c'), undefined);
    },
  ),
  createListingCase('lists rows of all principals', async ({ listTasks }) => {
    const all = await listTasks({ limit: 2 });
    deepStrictEqual(all, {
      total: 8,
      tasks: [
        createTaskRow({ id: 'other-principal', at: 60, principal: 'q' }),
        createTaskRow({ id: 'other-agent', at: 50, agent: 'b' }),
      ],
    });
    const chosen = await listTasks({ limit: 1, agent: 'a', state: 'submitted' });
    deepStrictEqual([chosen.total, chosen.tasks[0]?.id], [5, 'other-principal']);
  }),
  createListingCase(
    'finds the tasks that wait, the longest first',
    async ({ insert, listWaiting }) => {
      deepStrictEqual(await listWaiting(5), { tasks: [], total: 0 });
      for (const [id, at] of [
        ['w3', 15],
        ['w1', 5],
        ['w4', 45],
        ['w2', 15],
      ] as const) {
        const log = createSuiteTaskLog({ id, at, isWaiting: true });
        await insert(replayLog(log), log);
      }
      const { tasks, total } = await listWaiting(3);
      deepStrictEqual([tasks.map(({ id }) => id), total], [['w1', 'w2', 'w3'], 4]);
      deepStrictEqual(tasks[0]?.state, 'input-required');
      deepStrictEqual(await listWaiting(0), { tasks: [], total: 4 });
    },
  ),
  createListingCase(
    'selects tasks by their protocol and by who asked, and sorts them by what they used',
    async ({ insert, listTasks }) => {
      for (const kept of USED_TASKS) {
        const log = createSuiteTaskLog(kept);
        await insert(replayLog(log), log);
      }
      for (const [filter, ids] of SELECTIONS) {
        const { tasks, total } = await listTasks({ agent: 'u', limit: 9, ...filter });
        const found = [tasks.map(({ id }) => id), total];
        deepStrictEqual([filter, ...found], [filter, ids, ids.length]);
      }
      const first = await listTasks({ agent: 'u', limit: 1, sort: 'tokens' });
      deepStrictEqual([first.tasks.map(({ id }) => id), first.total], [['u3'], 4]);
      const asked = await listTasks({ agent: 'u', limit: 9, isAsked: true });
      deepStrictEqual(
        asked.tasks.map(({ entry, isAsked }) => [entry, isAsked]),
        [['agent', true]],
      );
    },
  ),
  createListingCase(
    'stores tasks whatever their models report as used',
    async ({ insert, listTasks }) => {
      const reported = [Number.NaN, Infinity, -5, 1.5, 1e300];
      for (const [index, tokens] of reported.entries()) {
        const log = createSuiteTaskLog({
          id: `o${index}`,
          at: 1,
          agent: 'o',
          isCompleted: true,
          tokens,
        });
        await insert(replayLog(log), log);
      }
      const { tasks } = await listTasks({ agent: 'o', limit: 2, sort: 'tokens' });
      deepStrictEqual(
        tasks.map(({ id }) => id),
        ['o4', 'o3'],
      );
    },
  ),
  createListingCase('finds ids by their beginning', async ({ insert, findIds }) => {
    for (const id of ['0199-a2', '0199-b1', '0199-a1', '0198-a1', '0199-a']) {
      const log = createSuiteTaskLog({ id, at: 1 });
      await insert(replayLog(log), log);
    }
    deepStrictEqual(await findIds('0199-a', 5), ['0199-a', '0199-a1', '0199-a2']);
    deepStrictEqual(await findIds('0199', 1), ['0199-a']);
    deepStrictEqual([await findIds('01980', 5), await findIds('z9', 5)], [[], []]);
  }),
];

function createListingCase(
  name: string,
  check: (site: ListingUnderTest) => Promise<void>,
): TaskListingCase {
  return {
    name,
    async run(site) {
      for (const kept of TASKS) {
        const log = createSuiteTaskLog(kept);
        await site.insert(replayLog(log), log);
      }
      await check(site);
    },
  };
}

function createTaskRow({ id, at, principal = 'p', agent = 'a' }: SuiteTask): object {
  const times = { createdAt: at, updatedAt: at };
  return { id, principal, agent, contextId: 'c', state: 'submitted', ...times, generation: 1 };
}

function listTaskIds({ tasks }: TaskPage): string[] {
  return tasks.map(({ id }) => id);
}
