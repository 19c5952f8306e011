import { expect, it } from 'vitest';
import { createKeyedQueue } from './keyed-queue.ts';

it('does work with the same key in turn, also after a failure', async () => {
  const inTurn = createKeyedQueue();
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const failed = inTurn('a', async () => {
    await first.promise;
    order.push('first');
    throw new Error('no');
  });
  const second = inTurn('a', async () => order.push('second'));
  await inTurn('b', async () => order.push('other key'));
  first.resolve();
  await expect(failed).rejects.toThrow('no');
  await second;
  expect(order).toEqual(['other key', 'first', 'second']);
});
