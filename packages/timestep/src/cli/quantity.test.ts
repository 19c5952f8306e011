import { expect, it } from 'vitest';
import { bytesText, counted, durationText, readCount, readDuration } from './quantity.ts';

it('reads durations', () => {
  expect(['45s', '5m', '12h', '30d', '0s'].map(readDuration)).toEqual([
    45_000, 300_000, 43_200_000, 2_592_000_000, 0,
  ]);
});

it.each(['', '30', 'd', '-1d', '1.5h', '30 d', '1w'])('refuses "%s" as a duration', (text) => {
  expect(() => readDuration(text)).toThrow(expect.objectContaining({ code: 'usage' }));
});

it.each(['0', '-1', '1.5', 'ten', ''])('refuses "%s" as a count', (text) => {
  expect(() => readCount(text)).toThrow(expect.objectContaining({ code: 'usage' }));
});

it('tells durations, sizes and counts', () => {
  expect([-5, 59_999, 60_000, 7_200_000, 172_800_000].map(durationText)).toEqual([
    '0 s',
    '59 s',
    '1 min',
    '2 h',
    '2 d',
  ]);
  expect([0, 1023, 1536, 5 * 2 ** 30].map(bytesText)).toEqual([
    '0 B',
    '1023 B',
    '1.5 KiB',
    '5.0 GiB',
  ]);
  expect([counted(1, 'task'), counted(0, 'task')]).toEqual(['1 task', '0 tasks']);
});
