import { describe, expect, it } from 'vitest';
import type { Task } from '#core';
import { traceStoreSuite } from '#testing';
import { createMemoryTraceStore } from './memory-trace-store.ts';

describe('exported traces in memory', () => {
  it.each(traceStoreSuite)('$name', async ({ run }) => {
    const tasks = new Map<string, Task>();
    const traces = createMemoryTraceStore({
      get: (id) => tasks.get(id),
      all: () => [...tasks.values()],
    });
    const checked = run({
      traces,
      insert: (task) => void tasks.set(task.id, task),
      erase: async (id) => tasks.delete(id),
    });
    await expect(checked).resolves.toBeUndefined();
  });
});

it('forgets the claims of tasks that are gone', async () => {
  let now: string | undefined;
  const [task] = await seen();
  const traces = createMemoryTraceStore({
    get: (id) => (id === now ? task : undefined),
    all: () => [],
  });
  const claimed: number[] = [];
  for (let count = 0; count < 1500; count += 1) {
    now = `t${count}`;
    claimed.push(...(await traces.claim([{ taskId: now, generation: 2 }])));
  }
  now = 't1';
  expect(await traces.claim([{ taskId: now, generation: 2 }])).toEqual([0]);
  expect(new Set(claimed)).toEqual(new Set([0]));
});

/** A task of the suite. */
async function seen(): Promise<readonly Task[]> {
  const tasks: Task[] = [];
  const [first] = traceStoreSuite;
  const traces = createMemoryTraceStore({
    get: (id) => tasks.find((task) => task.id === id),
    all: () => tasks,
  });
  await first?.run({ traces, insert: (task) => void tasks.push(task), erase: async () => {} });
  return tasks;
}
