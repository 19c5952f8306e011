import { expect, it } from 'vitest';
import type { Session } from '#core';
import type { StoredTasks, TaskRow } from '#engine/port';
import { listContextsWithoutSession } from './list-conversations.ts';

function row(number: number, contextId: string): TaskRow {
  const times = { createdAt: 1, updatedAt: 10_000 - number };
  return {
    id: `t${number}`,
    principal: 'ann',
    agent: 'ada',
    contextId,
    state: 'completed',
    generation: 3,
    ...times,
  };
}

/** Lists contexts of these rows, and the lengths of the lists that were read for it. */
async function list(rows: readonly TaskRow[], withSession: readonly string[] = []) {
  const lengths: number[] = [];
  const tasks: Pick<StoredTasks, 'list' | 'load'> = {
    async list({ limit }) {
      lengths.push(limit);
      return { tasks: rows.slice(0, limit), total: rows.length };
    },
    load: () => Promise.reject(new Error('it has been erased, and has no title')),
  };
  const sessions = {
    get: async ({ id }: { readonly id: string }) =>
      withSession.includes(id) ? ({ id } as Session) : undefined,
  };
  const deps = { tasks, sessions } as unknown as Parameters<typeof listContextsWithoutSession>[0];
  const found = await listContextsWithoutSession(deps, { principal: 'ann', limit: 2 });
  return { ids: found.map(({ id }) => id), lengths };
}

it('reads no more rows than it needs', async () => {
  const rows = Array.from({ length: 100 }, (_, index) => row(index, `c${index}`));
  expect(await list(rows)).toEqual({ ids: ['c0', 'c1'], lengths: [8] });
});

it('reads on if one context has many turns, or contexts have sessions', async () => {
  const long = Array.from({ length: 40 }, (_, index) => row(index, 'long'));
  const rows = [...long, row(40, 'kept'), row(41, 'last'), ...long];
  expect(await list(rows, ['kept'])).toEqual({ ids: ['long', 'last'], lengths: [8, 32, 128] });
});

it('ends when all rows are read', async () => {
  expect(await list([row(1, 'only')])).toEqual({ ids: ['only'], lengths: [8] });
  expect(await list([])).toEqual({ ids: [], lengths: [8] });
});

/** Lists what people have started among these rows, in a database that filters by entry point or does not. */
async function listOwn(rows: readonly TaskRow[], filters: boolean, limit = 2) {
  const tasks: Pick<StoredTasks, 'list' | 'load'> = {
    async list({ limit: most, entry, isAsked }) {
      const found = rows.filter(
        (one) => !filters || (one.entry === entry && (isAsked !== false || !one.isAsked)),
      );
      return { tasks: found.slice(0, most), total: found.length };
    },
    load: () => Promise.reject(new Error('it has been erased, and has no title')),
  };
  const deps = { tasks, sessions: { get: async () => undefined } };
  const query = { isOwn: true, limit };
  const found = await listContextsWithoutSession(
    deps as unknown as Parameters<typeof listContextsWithoutSession>[0],
    query,
  );
  return found.map(({ id, entry }) => `${id} ${entry}`);
}

it.each([true, false])(
  'lists what people started among many calls of programs',
  async (filters) => {
    const calls = Array.from({ length: 200 }, (_, index) => {
      return { ...row(index, `call${index}`), entry: 'a2a-1.0' } as const;
    });
    const rows: readonly TaskRow[] = [
      ...calls,
      { ...row(201, 'earlier'), isAsked: true, entry: 'page' },
      { ...row(202, 'run-again'), entry: 'page' },
      row(203, 'of-an-earlier-release'),
      { ...row(204, 'typed'), entry: 'terminal' },
      { ...row(205, 'edited'), entry: 'acp' },
    ];
    expect(await listOwn(rows, filters)).toEqual(['run-again page', 'typed terminal']);
    expect(await listOwn(rows, filters, 9)).toEqual([
      'run-again page',
      'typed terminal',
      'edited acp',
    ]);
  },
);
