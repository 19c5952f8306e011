import { expect, it } from 'vitest';
import { collectBytes } from './collect-bytes.ts';

it('holds little more than the bytes, however small the chunks are', () => {
  const collected = collectBytes();
  for (let count = 0; count < 100_000; count += 1) collected.add(Uint8Array.of(120));
  expect(collected.size).toBe(100_000);
  expect(collected.held).toBeLessThanOrEqual(2 * collected.size);
  expect(collected.text()).toBe('x'.repeat(100_000));
});

it('holds nothing of nothing', () => {
  const collected = collectBytes();
  expect([collected.held, collected.text()]).toEqual([0, '']);
});
