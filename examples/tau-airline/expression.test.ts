import { expect, it } from 'vitest';
import { calculate } from './expression.ts';

it.each([
  ['152 + 103', '255.0'],
  ['2 * (3 + 4) - -1', '15.0'],
  ['1 / 3', '0.33'],
  ['10 - 2 - 3', '5.0'],
  ['', 'Error: invalid syntax (<string>, line 1)'],
  ['2 +', 'Error: invalid syntax (<string>, line 1)'],
  ['(2', 'Error: invalid syntax (<string>, line 1)'],
  ['1 / 0', 'Error: division by zero'],
  ['__import__("os")', 'Error: invalid characters in expression'],
])('%s', (expression, said) => expect(calculate(expression)).toBe(said));
