import { describe, expect, it } from 'vitest';
import { estimateClusteredShare } from './clustered-share.ts';
import {
  calculateDifferenceInterval,
  estimateClusteredMean,
  calculateWilsonInterval,
} from './intervals.ts';
import { calculateMcNemarPValue, createSeededRandom } from './paired.ts';
import { averageIfAllKnown, estimatePassAllK, estimatePassAtK } from './pass-at.ts';
import { getMinimumTasks, calculateSignFlipPValue } from './sign-flip.ts';
import { calculateStudentProbability, calculateStudentQuantile } from './student-t.ts';

describe('estimatePassAtK and estimatePassAllK', () => {
  // 4 trials, 2 passed: C(2,2)/C(4,2) = 1/6 for both that none and that all of two pass.
  const half = { trials: 4, passed: 2 };

  it.each([
    [1, 1 / 2, 1 / 2],
    [2, 1 - 1 / 6, 1 / 6],
    [3, 1, 0],
    [4, 1, 0],
  ])('of %d', (k, any, all) => {
    expect(estimatePassAtK(k, half)).toBeCloseTo(any, 12);
    expect(estimatePassAllK(k, half)).toBeCloseTo(all, 12);
  });

  it('know nothing of more trials than there were', () => {
    expect([estimatePassAtK(5, half), estimatePassAllK(5, half), estimatePassAtK(0, half)]).toEqual(
      [undefined, undefined, undefined],
    );
  });

  it('are not the powers of the rate, which promise too much', () => {
    expect(estimatePassAllK(2, half)).toBeLessThan(0.5 ** 2);
  });

  it('stay exact where choices do not fit a number', () => {
    // C(500,1000)/C(1000,1000) = 0, and C(999,500)/C(1000,500) = 500/1000.
    expect(estimatePassAllK(500, { trials: 1000, passed: 999 })).toBeCloseTo(0.5, 10);
  });

  it('are averaged over tasks, all of them or not at all', () => {
    const tallies = [half, { trials: 4, passed: 4 }];
    expect(averageIfAllKnown(tallies, (tally) => estimatePassAllK(2, tally))).toBeCloseTo(
      (1 / 6 + 1) / 2,
      12,
    );
    expect(
      averageIfAllKnown([...tallies, { trials: 1, passed: 1 }], (tally) =>
        estimatePassAllK(2, tally),
      ),
    ).toBeUndefined();
    expect(averageIfAllKnown([], (tally) => estimatePassAllK(1, tally))).toBeUndefined();
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
    expect(calculateStudentQuantile(0.975, df)).toBeCloseTo(quantile, 4);
    expect(calculateStudentProbability(quantile, df)).toBeCloseTo(0.975, 5);
    expect(calculateStudentQuantile(0.025, df)).toBeCloseTo(-quantile, 4);
  });
});

describe('estimateClusteredMean', () => {
  it('is the hand-computed one', () => {
    // Two tasks of two trials: sums 2 and 1, N = 4, mean 3/4. Residual sums 2 − 1.5 = 0.5 and −0.5.
    // SE² = 2/1 · (0.25 + 0.25) / 16 = 1/16; t(0.975, 1) = 12.7062.
    const estimate = estimateClusteredMean([
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
    expect(estimateClusteredMean(values.map((value) => [value]))?.standardError).toBeCloseTo(
      plain,
      12,
    );
  });

  it('is less sure of trials that are all alike than of as many tasks', () => {
    const alike = estimateClusteredMean([
      [1, 1, 1, 1],
      [0, 0, 0, 0],
      [1, 1, 1, 1],
    ]);
    const apart = estimateClusteredMean(
      [1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1].map((value) => [value]),
    );
    expect(alike?.standardError).toBeGreaterThan((apart?.standardError ?? 1) * 1.5);
  });

  it('says nothing of how sure it is of a single cluster, and nothing at all of none', () => {
    expect(estimateClusteredMean([[1, 0]])).toEqual({ mean: 0.5 });
    expect(estimateClusteredMean([[], []])).toBeUndefined();
  });
});

it.each([
  [5, 10, 0.2366, 0.7634],
  [0, 10, 0, 0.2775],
  [10, 10, 0.7225, 1],
])("Wilson's interval of %d of %d", (passed, trials, low, high) => {
  expect(calculateWilsonInterval(passed, trials)?.low).toBeCloseTo(low, 4);
  expect(calculateWilsonInterval(passed, trials)?.high).toBeCloseTo(high, 4);
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
    expect(calculateMcNemarPValue(better, worse)).toBeCloseTo(p, 12);
    expect(calculateMcNemarPValue(worse, better)).toBeCloseTo(p, 12);
  });

  it('is the same by logarithms', () => {
    // Normal approximation: |1050 − 950| = 100, (100 − 1)/√2000 = 2.2137, p = 0.02685.
    expect(calculateMcNemarPValue(1050, 950)).toBeCloseTo(0.0268, 3);
  });
});

describe('estimateClusteredShare', () => {
  it('is the hand-computed one', () => {
    // Two tasks of two trials, sums 2 and 1, and two imagined ones, sums 2 and 0: N = 8, m = 5/8.
    // Residuals 3/4, -1/4, 3/4 and -5/4, squares 2.75; deff = 2.75 / (8 * 5/8 * 3/8) = 22/15.
    // Wilson's interval of 3/4 for 4 / deff = 30/11 trials: z² = 3.8415,
    // (3/4 + 0.70427 ± 1.96 * sqrt(0.06875 + 0.12911)) / 2.40854 = 0.2418 and 0.9658.
    const share = estimateClusteredShare([
      [1, 1],
      [1, 0],
    ]);
    expect(share?.mean).toBe(0.75);
    expect(share?.standardError).toBeCloseTo(0.25, 12);
    expect(share?.interval?.low).toBeCloseTo(0.2418, 3);
    expect(share?.interval?.high).toBeCloseTo(0.9658, 3);
  });

  it("is Wilson's where every task has one trial", () => {
    const values = [1, 1, 1, 0, 1, 0, 1, 1];
    expect(estimateClusteredShare(values.map((value) => [value]))?.interval).toEqual({
      low: expect.closeTo(calculateWilsonInterval(6, 8)?.low ?? -1, 12),
      high: expect.closeTo(calculateWilsonInterval(6, 8)?.high ?? -1, 12),
    });
  });

  it.each([1, 3, 100])('counts each task once where all %d trials of each passed, or none', (n) => {
    const all = Array.from({ length: 20 }, () => Array<number>(n).fill(1));
    const none = all.map((values) => values.map(() => 0));
    const { low = 0, high = 0 } = estimateClusteredShare(all)?.interval ?? {};
    expect([low, high]).toEqual([expect.closeTo(0.8389, 4), expect.closeTo(1, 12)]);
    expect(high).toBeLessThanOrEqual(1);
    const below = estimateClusteredShare(none)?.interval;
    expect(below).toEqual({ low: expect.closeTo(0, 12), high: expect.closeTo(1 - 0.8389, 4) });
    expect(below?.low).toBeGreaterThanOrEqual(0);
  });

  it('stays between 0 and 1 whatever the trials were', () => {
    const random = createSeededRandom(11);
    for (let round = 0; round < 300; round += 1) {
      const chance = [0, 0.02, 0.5, 0.98, 1][round % 5] ?? 0;
      const tasks = Array.from({ length: 1 + Math.floor(random() * 12) }, () =>
        Array.from({ length: Math.floor(random() * 6) }, () => Number(random() < chance)),
      );
      const share = estimateClusteredShare([[Number(chance > 0.5)], ...tasks]);
      const { low = -1, high = 2 } = share?.interval ?? {};
      expect(low).toBeGreaterThanOrEqual(0);
      expect(low).toBeLessThanOrEqual(share?.mean ?? -1);
      expect(high).toBeGreaterThanOrEqual(share?.mean ?? 2);
      expect(high).toBeLessThanOrEqual(1);
    }
  });

  it('is less sure of trials that are all alike than of trials that are not', () => {
    const alike = estimateClusteredShare(Array.from({ length: 10 }, (_, at) => [at % 2, at % 2]));
    const apart = estimateClusteredShare(Array.from({ length: 10 }, () => [0, 1]));
    const width = (share: typeof alike): number =>
      (share?.interval?.high ?? 0) - (share?.interval?.low ?? 0);
    expect(width(alike)).toBeGreaterThan(1.5 * width(apart));
  });

  it('says nothing of no trials', () => {
    expect(estimateClusteredShare([[], []])).toBeUndefined();
  });
});

describe('testSignFlips', () => {
  const random = createSeededRandom(1);
  const never = (): number => {
    throw new Error('drawn, where it could have been counted');
  };

  it.each<[string, number[], number]>([
    // Of 8 sign patterns of 1, 2 and 3 only +++ and --- reach 6.
    ['all to one side', [1, 2, 3], 2 / 8],
    // Sums of ±1 ±2 ±3: 6, 4, 2, 0, 0, -2, -4, -6; four of them are at least 4 away.
    ['one against the others', [-1, 2, 3], 4 / 8],
    ['sums that cancel', [1, 2, -3], 1],
    ['tasks that do not differ', [0, 0, 0, 1, 2, 3], 2 / 8],
    ['no difference at all', [0, 0], 1],
    ['no tasks', [], 1],
  ])('counts %s', (_, differences, p) => {
    expect(calculateSignFlipPValue(differences, { random: never })).toBeCloseTo(p, 12);
    const back = differences.map((difference) => -difference);
    expect(calculateSignFlipPValue(back, { random: never })).toBeCloseTo(p, 12);
  });

  it("is McNemar's exact test where every task has one trial", () => {
    const differences = [1, 1, 1, 1, 1, -1, 0, 0];
    expect(calculateSignFlipPValue(differences, { random: never })).toBeCloseTo(
      calculateMcNemarPValue(5, 1),
      12,
    );
  });

  it('draws what it cannot count, and comes to the same', () => {
    const differences = [3, -1, 4, 1, -5, 9, 2, 6];
    const counted = calculateSignFlipPValue(differences, { random: never });
    const fractions = differences.map((difference) => difference / 10);
    expect(calculateSignFlipPValue(fractions, { random })).toBeCloseTo(counted, 1);
    // The same sum in another order is not less far.
    const alike = Array<number>(30).fill(0.1);
    expect(calculateSignFlipPValue(alike, { random, samples: 999 })).toBe(1 / 1000);
    const tenths = [0.1, 0.2, 0.3];
    expect(calculateSignFlipPValue(tenths, { random, samples: 4000 })).toBeCloseTo(2 / 8, 1);
  });

  it('bounds its work', () => {
    const huge = Array.from({ length: 40 }, (_, at) => 10_000_000 + at);
    expect(calculateSignFlipPValue(huge, { random, samples: 99 })).toBe(1 / 100);
  });

  it.each([
    [0.05, 6],
    [0.01, 8],
    [0.25, 4],
    [1, 2],
  ])('needs, for %d, %d tasks', (alpha, fewest) => {
    expect(getMinimumTasks(alpha)).toBe(fewest);
    expect(2 ** (1 - fewest)).toBeLessThan(alpha);
    expect(2 ** (2 - fewest)).toBeGreaterThanOrEqual(alpha);
  });
});

describe('calculateDifferenceInterval', () => {
  it('is the hand-computed one', () => {
    // 8 tasks all lost and the imagined two: mean -0.8, variance (10 - 6.4) / 9 = 0.4, SE 0.2,
    // t(0.975, 9) = 2.26216: from -1.2524, which is no difference, to -0.3476.
    const interval = calculateDifferenceInterval(Array<number>(8).fill(-1));
    expect(interval?.low).toBe(-1);
    expect(interval?.high).toBeCloseTo(-0.3476, 4);
  });

  it('leaves doubt where no task differs', () => {
    // Variance 2/9, SE 0.14907; three tasks in ten may well be lost.
    const interval = calculateDifferenceInterval(Array<number>(8).fill(0));
    expect(interval?.high).toBeCloseTo(0.3372, 4);
    expect(interval?.low).toBeCloseTo(-0.3372, 4);
  });

  it('says nothing of no tasks', () => {
    expect(calculateDifferenceInterval([])).toBeUndefined();
  });
});
