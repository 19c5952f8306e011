import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createEventLoopLimiter } from './event-loop-turns.ts';

it('lets so many go on at once, and the others in order, a turn of the event loop later', async () => {
  const takeTurn = createEventLoopLimiter(2);
  const went: number[] = [];
  for (let one = 1; one <= 5; one += 1) {
    const turn = takeTurn();
    if (turn) void turn.then(() => went.push(one));
    else went.push(one);
  }
  await Promise.resolve();
  expect(went).toEqual([1, 2]);
  await setImmediate();
  expect(went).toEqual([1, 2, 3, 4]);
  await setImmediate();
  expect(went).toEqual([1, 2, 3, 4, 5]);
});

it('has room again in the next turn', async () => {
  const takeTurn = createEventLoopLimiter(1);
  expect(takeTurn()).toBeUndefined();
  await setImmediate();
  expect(takeTurn()).toBeUndefined();
  expect(takeTurn()).toBeInstanceOf(Promise);
});
