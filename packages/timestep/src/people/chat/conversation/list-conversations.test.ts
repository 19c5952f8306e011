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
