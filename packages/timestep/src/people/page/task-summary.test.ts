import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Task } from '#core';
import type { TaskRow } from '#engine/port';
import { createTaskSummaryCache } from './task-summary.ts';

const createRow = (id: string): TaskRow => ({ id, generation: 1 }) as TaskRow;

function createTask(id: string, content: string): Task {
  const message = { role: 'user', content } as const;
  const origin = { agent: 'a', principal: '' };
  return { id, origin, entries: undefined, inbox: [{ message }], calls: [] } as unknown as Task;
}

it('lets others work between two tasks that take long to load', async () => {
  const rows = Array.from({ length: 5 }, (_, at) => createRow(`t${at}`));
  let turns = 0;
  const cache = createTaskSummaryCache({
    load: async (id) => {
      const begun = performance.now();
      while (performance.now() - begun < 15);
      return createTask(id, 'hello');
    },
  });
  const done = new AbortController();
  const loading = cache.load(rows).finally(() => done.abort());
  while (!done.signal.aborted) {
    await turn();
    turns += 1;
  }
  expect((await loading).map(({ title }) => title)).toEqual(Array(5).fill('hello'));
  expect(turns).toBeGreaterThanOrEqual(5);
});

it('says which version of its files the agent of a task has', async () => {
  const cache = createTaskSummaryCache({ load: async (id) => createTask(id, 'hello') });
  const lines = await cache.load([{ ...createRow('t1'), version: '1.0.0+a' }, createRow('t2')]);
  expect(lines.map(({ version }) => version)).toEqual(['1.0.0+a', undefined]);
});

it('takes the title from the beginning of a long message', async () => {
  const cache = createTaskSummaryCache({
    load: async (id) => createTask(id, `  Book\n\na ${'room '.repeat(1_000_000)}`),
  });
  const [line] = await cache.load([createRow('t')]);
  expect(line?.title).toMatch(/^Book a room room .{140,150}…$/);
});

it('sums up what the called agents have spent', async () => {
  const delegated = {
    t2: { steps: 1, tokens: 100, cost_usd: 0.02 },
    t3: { steps: 4, tokens: 20, cost_usd: 0.25 },
  };
  const cache = createTaskSummaryCache({
    load: async (id) => ({ ...createTask(id, 'hello'), ...(id === 't1' && { delegated }) }),
  });
  const [calling, alone] = await cache.load([createRow('t1'), createRow('t4')]);
  expect(calling?.called).toEqual({ tokens: 120, costUsd: 0.27 });
  expect(alone).not.toHaveProperty('called');
});
