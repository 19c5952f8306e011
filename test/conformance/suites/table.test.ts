import { describe, expect, it } from 'vitest';
import { isRefused, judged, linesOf } from './table.ts';

const failed = [
  { id: 'one', problem: 'no answer' },
  { id: 'two', problem: 'wrong answer' },
];
const ran = { kind: 'ran', passed: ['three', 'four'], failed } as const;

describe('the table of suites', () => {
  it('counts what failed, and what of it is excused', () => {
    const { row, unexpected } = judged('suite', ran, { suite: { one: 'not offered' } });
    expect(row).toEqual({ suite: 'suite', passed: 2, failed: 2, allowed: 1 });
    expect(unexpected).toEqual([{ id: 'two', problem: 'wrong answer' }]);
    expect(isRefused([row], false)).toBe(true);
  });

  it('takes a run where all that failed is excused', () => {
    const { row } = judged('suite', ran, { suite: { one: 'not offered', two: 'not offered' } });
    expect(row.allowed).toBe(2);
    expect(isRefused([row], true)).toBe(false);
  });

  it('names exceptions that are over, and does not count them', () => {
    const result = judged('suite', ran, { suite: { one: 'a', two: 'b', three: 'c', names: 'd' } });
    expect(result.row.allowed).toBe(2);
    expect(result.stale).toEqual(['three', 'names']);
    expect(linesOf(result).at(-1)).toBe(
      '  names is among the exceptions and does not fail: take it out',
    );
  });

  it('excuses nothing by the name of another suite, or by what every object has', () => {
    const odd = { kind: 'ran', passed: [], failed: [{ id: 'constructor', problem: '' }] } as const;
    expect(judged('suite', odd, { suite: {}, other: { constructor: 'x' } }).row.allowed).toBe(0);
  });

  it('fails for a suite that cannot be had only where it is required', () => {
    const { row } = judged('suite', { kind: 'missing', why: 'there is no network' }, {});
    expect(row).toMatchObject({ passed: 0, failed: 0, missing: 'there is no network' });
    expect(isRefused([row], false)).toBe(false);
    expect(isRefused([row], true)).toBe(true);
  });
});
