import { expect, it } from 'vitest';
import type { PruneOptions } from '#engine/port';
import { createManualClock } from '#testing';
import { startRetention } from './start-retention.ts';

const NOTHING = { tasks: 0, events: 0, bytes: 0 };

it('erases at once and at intervals, until it is stopped', async () => {
  const clock = createManualClock(5000);
  const asked: number[] = [];
  const tasks = {
    async prune({ before }: PruneOptions) {
      asked.push(before);
      return NOTHING;
    },
  };
  const stop = startRetention({ tasks, retention: { endedForMs: 1000, everyMs: 100 }, clock });
  for (let round = 0; round < 2; round += 1) {
    await expect.poll(() => clock.pending()).toBe(1);
    clock.advance(100);
  }
  await stop();
  clock.advance(1000);
  expect(asked).toEqual([4000, 4100, 4200]);
});

it('tells what fails, and tries again', async () => {
  const clock = createManualClock(0);
  const told: unknown[] = [];
  const tasks = { prune: () => Promise.reject(new Error(`away ${told.length}`)) };
  const retention = { endedForMs: 1000, everyMs: 100 };
  const stop = startRetention({ tasks, retention, clock, onError: (thrown) => told.push(thrown) });
  await expect.poll(() => clock.pending()).toBe(1);
  clock.advance(100);
  await expect.poll(() => clock.pending()).toBe(1);
  await stop();
  expect(told).toEqual([new Error('away 0'), new Error('away 1')]);
});

it('calls off what is being erased when it is stopped', async () => {
  const called = Promise.withResolvers<string>();
  const tasks = {
    async prune({ signal }: PruneOptions) {
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
      called.resolve('called off');
      return NOTHING;
    },
  };
  const stop = startRetention({ tasks, retention: { endedForMs: 0 }, clock: createManualClock(0) });
  await stop();
  expect(await called.promise).toBe('called off');
});
