import { describe, expect, it } from 'vitest';
import { calculate } from './calculate.ts';

describe('calculate', () => {
  it.each([
    ['2+2', 4],
    [' 2 * (3 + 4) ^ 2 ', 98],
    ['-2 ^ 2', -4],
    ['2 ** 3 ** 2', 512],
    ['2 ^ -1', 0.5],
    ['10 - 4 - 3', 3],
    ['7 % 4 * 2', 6],
    ['1.5e3 + .5', 1500.5],
    ['--3', 3],
    ['sqrt(16) + abs(-2) * floor(2.9)', 8],
    ['round(pi * 100) / 100', 3.14],
  ])('%s is %s', (expression, value) => {
    expect(calculate(expression)).toBeCloseTo(value, 12);
  });

  it.each([
    ['', /found the end/],
    ['2 +', /expected a number, found the end/],
    ['2 3', /expected an operator, found "3" at 3/],
    ['(1', /expected "\)"/],
    ['1 / 0', /division by zero/],
    ['constructor(1)', /no function or constant constructor/],
    ['process.exit()', /no function or constant process/],
    ['9 ^ 9 ^ 9', /not a finite number/],
    ['('.repeat(2000), /longer than 1000/],
  ])('refuses %s', (expression, message) => {
    expect(() => calculate(expression)).toThrow(message);
  });
});
