import { expect, it } from 'vitest';
import { getDurationBucket, getBucketMiddleMs } from './work-count.ts';

it.each([1, 2, 17, 250, 1000, 61_234, 3_600_000])(
  'keeps %i ms in a range whose middle is at most an eighth off',
  (ms) => {
    const middle = getBucketMiddleMs(getDurationBucket(ms));
    expect(Math.abs(middle - ms) / ms).toBeLessThan(0.13);
  },
);

it('has a range of its own for what took no time', () => {
  expect(getBucketMiddleMs(getDurationBucket(0))).toBe(0);
  expect(getBucketMiddleMs(getDurationBucket(0.4))).toBe(0);
});
