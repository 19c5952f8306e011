import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLateTimers } from './late-timers.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

it('starts a timer in the next turn of the event loop', async () => {
  const schedule = createLateTimers();
  const run = vi.fn<() => void>();
  schedule(2000, run);
  expect(vi.getTimerCount()).toBe(0);
  await nextTurn();
  vi.advanceTimersByTime(1999);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledOnce();
});

it('never starts a timer that was called off before', async () => {
  const schedule = createLateTimers();
  const run = vi.fn<() => void>();
  const callOff = schedule(2000, run);
  schedule(3000, run);
  callOff();
  await nextTurn();
  expect(vi.getTimerCount()).toBe(1);
});

it('retains nothing of the timers that were called off', async () => {
  const schedule = createLateTimers();
  const offs = Array.from({ length: 3 }, () => schedule(2000, vi.fn<() => void>()));
  for (const callOff of offs.toReversed()) callOff();
  const run = vi.fn<() => void>();
  schedule(2000, run);
  await nextTurn();
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(2000);
  expect(run).toHaveBeenCalledOnce();
});

it('calls off a timer that has started', async () => {
  const run = vi.fn<() => void>();
  const callOff = createLateTimers()(2000, run);
  await nextTurn();
  callOff();
  expect(vi.getTimerCount()).toBe(0);
});
