import { expect, it } from 'vitest';
import { getRetryDelay } from './deliver-and-release-lease.ts';

it('doubles up to five minutes', () => {
  const longest = [1, 2, 3, 4, 9, 10, 50].map((failures) => getRetryDelay(failures, 1));
  expect(longest).toEqual([1000, 2000, 4000, 8000, 256_000, 300_000, 300_000]);
});

it('leaves half to chance', () => {
  expect([0, 0.5, 1].map((random) => getRetryDelay(3, random))).toEqual([2000, 3000, 4000]);
});
