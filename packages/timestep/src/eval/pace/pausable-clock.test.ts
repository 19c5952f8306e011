import { expect, it } from 'vitest';
import { createManualClock } from '#testing';
import { createPausableClock } from './pausable-clock.ts';

it('stands still, timers and all, while it is stopped', () => {
  const real = createManualClock(1000);
  const clock = createPausableClock(real);
  const rung: [string, number][] = [];
  clock.schedule(100, () => rung.push(['first', real.now()]));
  const cancel = clock.schedule(100, () => rung.push(['called off', real.now()]));
  real.advance(60);
  clock.pause();
  clock.pause();
  clock.schedule(10, () => rung.push(['second', real.now()]));
  real.advance(500);
  expect([clock.now(), rung]).toEqual([1060, []]);
  cancel();
  clock.resume();
  clock.resume();
  real.advance(39);
  expect(clock.now()).toBe(1099);
  expect(rung).toEqual([['second', 1570]]);
  real.advance(1);
  expect(rung).toEqual([
    ['second', 1570],
    ['first', 1600],
  ]);
  expect(real.pending()).toBe(0);
});
