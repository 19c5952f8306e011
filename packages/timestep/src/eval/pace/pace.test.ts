import { describe, expect, it } from 'vitest';
import { createInitialPace, mayStartCall, slowDownPace, speedUpPace } from './pace.ts';
import { findRetryableRateLimit } from './find-rate-limit.ts';
import { ModelError } from '#agents/model';

const refusal = { begunAt: 900, now: 1000, random: 1 };

describe('slowDownPace', () => {
  it('closes for as long as was asked, and allows half as many', () => {
    const pace = slowDownPace(createInitialPace(8), { ...refusal, retryAfterMs: 7000 });
    expect(pace).toMatchObject({ allowed: 4, closedUntil: 8000, strikes: 1 });
    expect([
      mayStartCall(pace, 0, 7999),
      mayStartCall(pace, 3, 8000),
      mayStartCall(pace, 4, 8000),
    ]).toEqual([false, true, false]);
  });

  it('doubles and varies the pause where the provider asks for none', () => {
    const once = slowDownPace(createInitialPace(8), refusal);
    expect(once.closedUntil).toBe(2000);
    const twice = slowDownPace(once, { begunAt: 2000, now: 2100, random: 0 });
    expect(twice).toMatchObject({ closedUntil: 3100, strikes: 2, allowed: 2 });
    let pace = twice;
    for (let now = 10_000; now < 200_000; now += 10_000) {
      pace = slowDownPace(pace, { begunAt: now, now, random: 1 });
    }
    expect(pace).toMatchObject({ allowed: 1, closedUntil: 190_000 + 60_000 });
  });

  it('takes refusals of calls that were under way together for one', () => {
    const once = slowDownPace(createInitialPace(8), { ...refusal, retryAfterMs: 5000 });
    expect(slowDownPace(once, { begunAt: 950, now: 1010, random: 1 })).toEqual(once);
    const longer = { begunAt: 950, now: 1020, random: 0, retryAfterMs: 9000 };
    expect(slowDownPace(once, longer)).toEqual({ ...once, closedUntil: 10_020 });
  });
});

it('allows one more at a time for as many successes as are allowed, up to the most', () => {
  const slow = slowDownPace(createInitialPace(4), refusal);
  expect(speedUpPace(slow, 950)).toBe(slow);
  let pace = slow;
  const allowed: number[] = [];
  for (let success = 0; success < 8; success += 1) {
    pace = speedUpPace(pace, 3000);
    allowed.push(Math.floor(pace.allowed + 1e-9));
  }
  expect(allowed).toEqual([2, 3, 3, 3, 4, 4, 4, 4]);
  expect(pace).toMatchObject({ allowed: 4, strikes: 0 });
  const full = createInitialPace(4);
  expect(speedUpPace(full, 1)).toBe(full);
});

it.each([
  ['a model', new ModelError('rate-limited', 'x', { retryable: true, retryAfterMs: 5 }), 5],
  ['another package', Object.assign(new Error('x'), { status: 429 }), undefined],
  ['another spelling', Object.assign(new Error('x'), { code: 'rate_limited' }), undefined],
])('hears from %s that the rate is limited', (_, thrown, retryAfterMs) => {
  expect(findRetryableRateLimit(thrown)).toEqual(
    retryAfterMs === undefined ? {} : { retryAfterMs },
  );
});

it.each([
  ['a used up quota', new ModelError('rate-limited', 'x', { retryable: false, status: 429 })],
  ['an overload', new ModelError('provider-error', 'x', { retryable: true, status: 503 })],
  ['a text', 'rate-limited'],
  ['nothing', undefined],
])('does not take %s for it', (_, thrown) => {
  expect(findRetryableRateLimit(thrown)).toBeUndefined();
});
