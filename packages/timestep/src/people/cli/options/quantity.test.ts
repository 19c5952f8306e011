import { expect, it } from 'vitest';
import { parsePositiveCount, parseCrashLimit, parseDuration } from './quantity.ts';

it('reads durations', () => {
  expect(['45s', '5m', '12h', '30d', '0s'].map(parseDuration)).toEqual([
    45_000, 300_000, 43_200_000, 2_592_000_000, 0,
  ]);
});

it.each(['', '30', 'd', '-1d', '1.5h', '30 d', '1w'])('refuses "%s" as a duration', (text) => {
  expect(() => parseDuration(text)).toThrow(expect.objectContaining({ code: 'usage' }));
});

it.each(['0', '-1', '1.5', 'ten', ''])('refuses "%s" as a count', (text) => {
  expect(() => parsePositiveCount(text)).toThrow(expect.objectContaining({ code: 'usage' }));
});

it('takes a crash limit of at least two', () => {
  expect(parseCrashLimit('2')).toBe(2);
  expect(() => parseCrashLimit('1')).toThrow(/--crash-limit cannot be "1".*at least 2/);
});
