import { expect, it } from 'vitest';
import { createQueue } from './queue.ts';

it('gives back its values in their order, while more come', () => {
  const queue = createQueue<number>();
  const out: (number | undefined)[] = [];
  for (let value = 0; value < 100; value += 1) {
    queue.push(value);
    if (value % 3 === 0) out.push(queue.shift());
    expect(queue.length).toBe(value + 1 - out.length);
  }
  while (queue.length > 0) out.push(queue.shift());
  expect(out).toEqual(Array.from({ length: 100 }, (_, value) => value));
  expect(queue.shift()).toBeUndefined();
});
