import { expect, it } from 'vitest';
import { isSampled } from './sampler.ts';

const low = { traceId: `${'f'.repeat(18)}${'0'.repeat(14)}` };
const high = { traceId: `${'0'.repeat(18)}${'f'.repeat(14)}` };

it('takes the upper share of trace ids, as W3C says', () => {
  const half = { isParentBased: false, ratio: 0.5 };
  expect([isSampled(low, half), isSampled(high, half)]).toEqual([false, true]);
  const none = { isParentBased: false, ratio: 0 };
  const all = { isParentBased: false, ratio: 1 };
  expect([isSampled(high, none), isSampled(low, all)]).toEqual([false, true]);
});

it('follows the caller where it is to', () => {
  const unsampled = { ...high, isUnsampled: true };
  const sampled = { ...low, isUnsampled: false };
  const half = { isParentBased: true, ratio: 0.5 };
  expect([isSampled(unsampled, half), isSampled(sampled, half)]).toEqual([false, true]);
  const own = { isParentBased: false, ratio: 0.5 };
  expect([isSampled(unsampled, own), isSampled(sampled, own)]).toEqual([true, false]);
});
