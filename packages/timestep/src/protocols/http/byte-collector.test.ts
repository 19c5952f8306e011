import { expect, it } from 'vitest';
import { createByteCollector } from './byte-collector.ts';

it('holds little more than the bytes, however small the chunks are', () => {
  const collected = createByteCollector();
  for (let count = 0; count < 100_000; count += 1) collected.add(Uint8Array.of(120));
  expect(collected.size).toBe(100_000);
  expect(collected.capacity).toBeLessThanOrEqual(2 * collected.size);
  expect(collected.text()).toBe('x'.repeat(100_000));
});

it('holds nothing of nothing', () => {
  const collected = createByteCollector();
  expect([collected.capacity, collected.text()]).toEqual([0, '']);
});
