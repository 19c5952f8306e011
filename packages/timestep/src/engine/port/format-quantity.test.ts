import { expect, it } from 'vitest';
import { formatBytes, formatCount, formatDuration } from './format-quantity.ts';

it('tells durations, sizes and counts', () => {
  expect([-5, 59_999, 60_000, 7_200_000, 172_800_000].map(formatDuration)).toEqual([
    '0 s',
    '59 s',
    '1 min',
    '2 h',
    '2 d',
  ]);
  expect([0, 1023, 1536, 5 * 2 ** 30].map(formatBytes)).toEqual([
    '0 B',
    '1023 B',
    '1.5 KiB',
    '5.0 GiB',
  ]);
  expect([formatCount(1, 'task'), formatCount(0, 'task')]).toEqual(['1 task', '0 tasks']);
});
