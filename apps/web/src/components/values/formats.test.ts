import { expect, it } from 'vitest';
import {
  formatAge,
  formatDifferenceInterval,
  formatDollars,
  formatPercent,
  formatPercentagePoints,
  formatInterval,
  formatMoment,
} from './formats.ts';

it('writes shares, intervals and differences as the report does', () => {
  expect([formatPercent(0.5), formatPercent(1), formatPercent(null)]).toEqual([
    '50.0 %',
    '100.0 %',
    'unknown',
  ]);
  expect(formatInterval({ mean: 0.5, interval: { low: 0.25, high: 0.75 } })).toBe(
    '95 %: 25.0 % to 75.0 %',
  );
  expect(formatInterval({ mean: 0.5 })).toBe('');
  expect([
    formatDifferenceInterval({ low: -0.5, high: 0.1 }),
    formatDifferenceInterval(null),
  ]).toEqual(['95 %: −50.0 to +10.0', '']);
  expect([formatDollars(null), formatDollars(0.5)]).toEqual(['unknown', '$0.50']);
  expect([
    formatPercentagePoints(-0.5),
    formatPercentagePoints(0.0001),
    formatPercentagePoints(0.021),
  ]).toEqual(['−50.0', '0.0', '+2.1']);
});

it('writes the date of a moment only where it is not today, and the year of another year', () => {
  const noon = new Date(2026, 10, 27, 12, 5, 9).getTime();
  expect(formatMoment(noon, noon + 1000)).toBe('12:05:09');
  expect(formatMoment(noon, noon + 86_400_000)).toBe('27 Nov, 12:05');
  expect(formatMoment(noon, noon + 60 * 86_400_000)).toBe('27 Nov 2026');
});

it('writes an age in its largest unit', () => {
  const ages = [59_000, 60_000, 3_600_000, 90_000_000].map(formatAge);
  expect(ages).toEqual(['now', '1 min', '1 h', '1 d']);
});
