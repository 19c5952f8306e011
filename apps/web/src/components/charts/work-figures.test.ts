import { expect, it } from 'vitest';
import { formatCount } from '../values/formats.ts';
import { formatErrors, formatKnownCost, formatKnownDuration } from './work-figures.ts';

const none = {
  count: 0,
  failed: 0,
  inputTokens: 0,
  cachedTokens: 0,
  outputTokens: 0,
  costUsd: 0,
  unpriced: 0,
  p50Ms: null,
  p95Ms: null,
};

it('says whether a cost is all that was spent', () => {
  expect(formatKnownCost({ ...none, costUsd: 1.5 })).toBe('$1.50');
  expect(formatKnownCost({ ...none, costUsd: 1.5, unpriced: 1 })).toBe('$1.50+');
  expect(formatKnownCost({ ...none, unpriced: 1 })).toBe('unknown');
});

it('formats numbers, errors and durations in few characters', () => {
  expect([formatCount(1234), formatCount(1_234_567)]).toEqual(['1,234', '1.2M']);
  expect(formatErrors({ ...none, count: 200, failed: 3 })).toBe('3 (1.5 %)');
  expect(formatErrors({ ...none, count: 3, failed: 3 })).toBe('3 (100 %)');
  expect(formatErrors({ ...none, count: 3, failed: 1 })).toBe('1 (33 %)');
  expect(formatErrors({ ...none, count: 50, failed: 1 })).toBe('1 (2 %)');
  expect(formatErrors(none)).toBe('0');
  expect(formatKnownDuration(null)).toBe('–');
});
