import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  computeQuantile,
  formatFigure,
  rotate,
  roundToTwoDecimals,
  computeSpread,
} from './statistics.ts';

describe('spreadOf', () => {
  it('takes the best and the middle, whatever the order', () => {
    assert.deepEqual(computeSpread([30, 10, 20]), { best: 10, median: 20 });
  });

  it('takes the mean of the two in the middle', () => {
    assert.deepEqual(computeSpread([40, 10, 20, 30]), { best: 10, median: 25 });
  });

  it('does not sort as text', () => {
    assert.deepEqual(computeSpread([100, 9, 20]), { best: 9, median: 20 });
  });

  it('leaves what it was given alone', () => {
    const costs = [3, 1, 2];
    computeSpread(costs);
    assert.deepEqual(costs, [3, 1, 2]);
  });

  it('refuses nothing at all, and what is no figure', () => {
    assert.throws(() => computeSpread([]), RangeError);
    assert.throws(() => computeSpread([1, Number.NaN]), RangeError);
    assert.throws(() => computeSpread([1, Number.POSITIVE_INFINITY]), RangeError);
  });
});

describe('quantile', () => {
  it('is the least value that so many do not exceed, whatever the order', () => {
    const values = [4, 1, 3, 2];
    assert.equal(computeQuantile(values, 0.5), 2);
    assert.equal(computeQuantile(values, 0.99), 4);
    assert.equal(computeQuantile(values, 0), 1);
  });

  it('refuses nothing at all', () => {
    assert.throws(() => computeQuantile([], 0.5), RangeError);
  });
});

describe('rotated', () => {
  it('lets every item be first in turn', () => {
    const rounds = [0, 1, 2, 3].map((round) => rotate(['a', 'b', 'c'], round).join(''));
    assert.deepEqual(rounds, ['abc', 'bca', 'cab', 'abc']);
  });

  it('takes an empty list', () => {
    assert.deepEqual(rotate([], 3), []);
  });
});

describe('readable', () => {
  it('shows digits that matter', () => {
    const texts = [0.123, 1, 3.1234, 42.83, 148.2, 2880.4, 1234567.8].map(formatFigure);
    assert.deepEqual(texts, ['0.12', '1', '3.12', '42.8', '148', '2,880', '1,234,568']);
  });
});

describe('rounded', () => {
  it('keeps two decimals', () => {
    assert.deepEqual([1.005, 2.349, 7].map(roundToTwoDecimals), [1, 2.35, 7]);
  });
});
