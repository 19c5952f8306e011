import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { NEVER } from './store.fixture.ts';
import { createChangeWatchers } from './watchers.ts';

it('wakes everybody who waits, and nobody who comes after', async () => {
  const watchers = createChangeWatchers();
  const woken: string[] = [];
  void watchers.next(NEVER).then(() => woken.push('before'));
  watchers.wake();
  void watchers.next(NEVER).then(() => woken.push('after'));
  await setImmediate();
  expect(woken).toEqual(['before']);
});

it('wakes many in bounded numbers, a turn of the event loop for each', async () => {
  const watchers = createChangeWatchers();
  const awake: number[] = [];
  for (let one = 0; one < 1000; one += 1) {
    void watchers.next(NEVER).then(() => awake.push(one));
  }
  watchers.wake();
  // A second change on the way wakes nobody twice, and no more at a time.
  watchers.wake();
  let before = 0;
  let most = 0;
  for (let turn = 0; turn < 1000 && awake.length < 1000; turn += 1) {
    await setImmediate();
    most = Math.max(most, awake.length - before);
    before = awake.length;
  }
  expect(awake).toHaveLength(1000);
  expect(most).toBeLessThanOrEqual(200);
});

it('lets go at once who stops waiting, even one that was to be woken later', async () => {
  const watchers = createChangeWatchers();
  const leave = new AbortController();
  let hasLeft = false;
  for (let one = 0; one < 1000; one += 1) void watchers.next(NEVER);
  const left = watchers.next(leave.signal).then(() => (hasLeft = true));
  watchers.wake();
  leave.abort();
  await Promise.resolve();
  await Promise.resolve();
  expect(hasLeft).toBe(true);
  await left;
});
