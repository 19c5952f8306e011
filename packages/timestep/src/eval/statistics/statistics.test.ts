import { describe, expect, it } from 'vitest';
import { clusteredMean, wilsonInterval } from './intervals.ts';
import { mcnemarExact, pairedBootstrap, seededRandom } from './paired.ts';
import { meanOver, passAll, passAt } from './pass-at.ts';
import { studentBelow, studentQuantile } from './student-t.ts';

describe('passAt and passAll', () => {
  // 4 trials, 2 passed: C(2,2)/C(4,2) = 1/6 for both that none and that all of two pass.
  const half = { trials: 4, passed: 2 };

  it.each([
    [1, 1 / 2, 1 / 2],
    [2, 1 - 1 / 6, 1 / 6],
    [3, 1, 0],
    [4, 1, 0],
  ])('of %d', (k, any, all) => {
    expect(passAt(k, half)).toBeCloseTo(any, 12);
    expect(passAll(k, half)).toBeCloseTo(all, 12);
  });

  it('know nothing of more trials than there were', () => {
    expect([passAt(5, half), passAll(5, half), passAt(0, half)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('are not the powers of the rate, which promise too much', () => {
    expect(passAll(2, half)).toBeLessThan(0.5 ** 2);
  });

  it('stay exact where choices do not fit a number', () => {
    // C(500,1000)/C(1000,1000) = 0, and C(999,500)/C(1000,500) = 500/1000.
    expect(passAll(500, { trials: 1000, passed: 999 })).toBeCloseTo(0.5, 10);
  });

  it('are averaged over tasks, all of them or not at all', () => {
    const tallies = [half, { trials: 4, passed: 4 }];
    expect(meanOver(tallies, (tally) => passAll(2, tally))).toBeCloseTo((1 / 6 + 1) / 2, 12);
    expect(
      meanOver([...tallies, { trials: 1, passed: 1 }], (tally) => passAll(2, tally)),
    ).toBeUndefined();
    expect(meanOver([], (tally) => passAll(1, tally))).toBeUndefined();
  });
});

describe("Student's t", () => {
  it.each([
    [1, 12.7062],
    [2, 4.30265],
    [10, 2.22814],
    [49, 2.00958],
    [1000, 1.96234],
  ])('for %d degrees of freedom', (df, quantile) => {
    expect(studentQuantile(0.975, df)).toBeCloseTo(quantile, 4);
    expect(studentBelow(quantile, df)).toBeCloseTo(0.975, 5);
    expect(studentQuantile(0.025, df)).toBeCloseTo(-quantile, 4);
  });
});

describe('clusteredMean', () => {
  it('is the hand-computed one', () => {
    // Two tasks of two trials: sums 2 and 1, N = 4, mean 3/4. Residual sums 2 − 1.5 = 0.5 and −0.5.
    // SE² = 2/1 · (0.25 + 0.25) / 16 = 1/16; t(0.975, 1) = 12.7062.
    const estimate = clusteredMean([
      [1, 1],
      [1, 0],
    ]);
    expect(estimate?.mean).toBe(0.75);
    expect(estimate?.standardError).toBeCloseTo(0.25, 12);
    expect(estimate?.interval?.low).toBeCloseTo(0.75 - 12.7062 * 0.25, 3);
  });

  it('is the plain one where each cluster is a single value', () => {
    const values = [1, 2, 3, 4, 5];
    const plain = Math.sqrt(2.5 / 5);
    expect(clusteredMean(values.map((value) => [value]))?.standardError).toBeCloseTo(plain, 12);
  });

  it('is less sure of trials that are all alike than of as many tasks', () => {
    const alike = clusteredMean([
      [1, 1, 1, 1],
      [0, 0, 0, 0],
      [1, 1, 1, 1],
    ]);
    const apart = clusteredMean([1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1].map((value) => [value]));
    expect(alike?.standardError).toBeGreaterThan((apart?.standardError ?? 1) * 1.5);
  });

  it('says nothing of how sure it is of a single cluster, and nothing at all of none', () => {
    expect(clusteredMean([[1, 0]])).toEqual({ mean: 0.5 });
    expect(clusteredMean([[], []])).toBeUndefined();
  });
});

it.each([
  [5, 10, 0.2366, 0.7634],
  [0, 10, 0, 0.2775],
  [10, 10, 0.7225, 1],
])("Wilson's interval of %d of %d", (passed, trials, low, high) => {
  expect(wilsonInterval(passed, trials)?.low).toBeCloseTo(low, 4);
  expect(wilsonInterval(passed, trials)?.high).toBeCloseTo(high, 4);
});

describe('McNemar', () => {
  it.each([
    // Of 6 that differ all to one side: 2 · (1/2)^6.
    [6, 0, 2 / 64],
    // 1 against 5: 2 · (1 + 6) / 64.
    [5, 1, 14 / 64],
    [3, 3, 1],
    [0, 0, 1],
  ])('%d better and %d worse', (better, worse, p) => {
    expect(mcnemarExact(better, worse)).toBeCloseTo(p, 12);
    expect(mcnemarExact(worse, better)).toBeCloseTo(p, 12);
  });

  it('is the same by logarithms', () => {
    // Normal approximation: |1050 − 950| = 100, (100 − 1)/√2000 = 2.2137, p = 0.02685.
    expect(mcnemarExact(1050, 950)).toBeCloseTo(0.0268, 3);
  });
});

describe('pairedBootstrap', () => {
  it('is the same for the same seed', () => {
    const differences = Array.from({ length: 50 }, (_, at) => Math.sin(at));
    const once = pairedBootstrap(differences, { random: seededRandom(7) });
    expect(pairedBootstrap(differences, { random: seededRandom(7) })).toEqual(once);
    expect(pairedBootstrap(differences, { random: seededRandom(8) })).not.toEqual(once);
  });

  it('is as wide as theory says where that is known', () => {
    // 400 differences of ±1, mean 0: the mean has a standard error of 1/20.
    const differences = Array.from({ length: 400 }, (_, at) => (at % 2 === 0 ? 1 : -1));
    const interval = pairedBootstrap(differences, { random: seededRandom(1), rounds: 5000 });
    expect(interval?.low).toBeCloseTo(-0.098, 1);
    expect(interval?.high).toBeCloseTo(0.098, 1);
    expect((interval?.high ?? 0) - (interval?.low ?? 0)).toBeGreaterThan(0.17);
  });

  it('says nothing of fewer than two tasks', () => {
    expect(pairedBootstrap([0.5], { random: seededRandom(1) })).toBeUndefined();
  });
});
