import { expect, it } from 'vitest';
import { createManualClock } from '#testing';
import { createBackgroundJobs } from './background-jobs.ts';

it('hands on what work rejects with', async () => {
  const errors: unknown[] = [];
  const background = createBackgroundJobs(createManualClock(), (thrown) => errors.push(thrown));
  background.start(() => Promise.reject(new Error('broken')));
  await background.close(0);
  expect(errors).toEqual([new Error('broken')]);
});

it('begins nothing after it was closed, neither now nor later', async () => {
  const clock = createManualClock();
  const background = createBackgroundJobs(clock, () => undefined);
  const begun: string[] = [];
  const begins = (name: string) => async (): Promise<void> => void begun.push(name);
  background.startAfter(10, begins('in time'));
  background.startAfter(20, begins('too late'));
  clock.advance(10);
  await background.close(0);
  background.start(begins('now'));
  background.startAfter(10, begins('later'));
  clock.advance(100);
  expect(begun).toEqual(['in time']);
  expect(clock.pending()).toBe(0);
});

it('aborts its signal when the grace is over, and waits for the end', async () => {
  const clock = createManualClock();
  const background = createBackgroundJobs(clock, () => undefined);
  const { signal } = background;
  const told: string[] = [];
  background.start(async () => {
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    told.push('ended');
  });
  const closed = background.close(50).then(() => told.push('closed'));
  clock.advance(49);
  expect(signal.aborted).toBe(false);
  clock.advance(1);
  await closed;
  expect(told).toEqual(['ended', 'closed']);
});
