import { createManualClock } from '@timestep-ai/timestep/testing';
import { expect, it } from 'vitest';
import { watchReachability } from './reachability.ts';

it('says within five seconds that nothing is reached, and that it is reached again', async () => {
  const clock = createManualClock(0);
  let isAway = true;
  let count = 0;
  const access = async (): Promise<void> => {
    count += 1;
    if (isAway) throw new Error('away');
  };
  const watch = watchReachability(access, clock, (work) => work);
  expect(watch.getProblem()).toBeUndefined();
  clock.advance(5000);
  await expect.poll(() => watch.getProblem()?.code).toBe('unreachable');
  isAway = false;
  clock.advance(5000);
  await expect.poll(() => watch.getProblem()).toBeUndefined();

  watch.record(false);
  expect(watch.getProblem()?.message).toMatch(/^tasks cannot be stored: /);
  watch.record(true);
  expect(watch.getProblem()).toBeUndefined();

  watch.stop();
  clock.advance(60_000);
  expect(count).toBe(2);
});

it('ignores the failure of a check that began before a message was delivered', async () => {
  const clock = createManualClock(0);
  const checks: PromiseWithResolvers<void>[] = [];
  const access = (): Promise<void> => {
    const check = Promise.withResolvers<void>();
    checks.push(check);
    return check.promise;
  };
  const watch = watchReachability(access, clock, (work) => work);
  clock.advance(5000);
  watch.record(false);
  watch.record(true);
  checks[0]?.reject(new Error('away when it began'));
  await new Promise(setImmediate);
  expect(watch.getProblem()).toBeUndefined();

  clock.advance(5000);
  checks[1]?.reject(new Error('away again'));
  await expect.poll(() => watch.getProblem()?.code).toBe('unreachable');
  watch.stop();
});
