import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { quantile, readable, rotated, rounded, spreadOf } from './statistics.ts';

describe('spreadOf', () => {
  it('takes the best and the middle, whatever the order', () => {
    assert.deepEqual(spreadOf([30, 10, 20]), { best: 10, median: 20 });
  });

  it('takes the mean of the two in the middle', () => {
    assert.deepEqual(spreadOf([40, 10, 20, 30]), { best: 10, median: 25 });
  });

  it('does not sort as text', () => {
    assert.deepEqual(spreadOf([100, 9, 20]), { best: 9, median: 20 });
  });

  it('leaves what it was given alone', () => {
    const costs = [3, 1, 2];
    spreadOf(costs);
    assert.deepEqual(costs, [3, 1, 2]);
  });

  it('refuses nothing at all, and what is no figure', () => {
    assert.throws(() => spreadOf([]), RangeError);
    assert.throws(() => spreadOf([1, Number.NaN]), RangeError);
    assert.throws(() => spreadOf([1, Number.POSITIVE_INFINITY]), RangeError);
  });
});

describe('quantile', () => {
  it('is the least value that so many do not exceed, whatever the order', () => {
    const values = [4, 1, 3, 2];
    assert.equal(quantile(values, 0.5), 2);
    assert.equal(quantile(values, 0.99), 4);
    assert.equal(quantile(values, 0), 1);
  });

  it('refuses nothing at all', () => {
    assert.throws(() => quantile([], 0.5), RangeError);
  });
});

describe('rotated', () => {
  it('lets every item be first in turn', () => {
    const rounds = [0, 1, 2, 3].map((round) => rotated(['a', 'b', 'c'], round).join(''));
    assert.deepEqual(rounds, ['abc', 'bca', 'cab', 'abc']);
  });

  it('takes an empty list', () => {
    assert.deepEqual(rotated([], 3), []);
  });
});

describe('readable', () => {
  it('shows digits that matter', () => {
    const texts = [0.123, 1, 3.1234, 42.83, 148.2, 2880.4, 1234567.8].map(readable);
    assert.deepEqual(texts, ['0.12', '1', '3.12', '42.8', '148', '2,880', '1,234,568']);
  });
});

describe('rounded', () => {
  it('keeps two decimals', () => {
    assert.deepEqual([1.005, 2.349, 7].map(rounded), [1, 2.35, 7]);
  });
});
