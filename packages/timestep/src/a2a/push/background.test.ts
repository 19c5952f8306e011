import { expect, it } from 'vitest';
import { manualClock } from '../../testing/index.ts';
import { createBackground } from './background.ts';

it('hands on what work rejects with', async () => {
  const errors: unknown[] = [];
  const background = createBackground(manualClock(), (thrown) => errors.push(thrown));
  background.begin(() => Promise.reject(new Error('broken')));
  await background.close(0);
  expect(errors).toEqual([new Error('broken')]);
});

it('begins nothing after it was closed, neither now nor later', async () => {
  const clock = manualClock();
  const background = createBackground(clock, () => undefined);
  const begun: string[] = [];
  const begins = (name: string) => async (): Promise<void> => void begun.push(name);
  background.beginAfter(10, begins('in time'));
  background.beginAfter(20, begins('too late'));
  clock.advance(10);
  await background.close(0);
  background.begin(begins('now'));
  background.beginAfter(10, begins('later'));
  clock.advance(100);
  expect(begun).toEqual(['in time']);
  expect(clock.pending()).toBe(0);
});

it('aborts its signal when the grace is over, and waits for the end', async () => {
  const clock = manualClock();
  const background = createBackground(clock, () => undefined);
  const { signal } = background;
  const told: string[] = [];
  background.begin(async () => {
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
