import { TimestepError } from '../core/index.ts';

/** An expression that cannot be calculated; `message` says where it went wrong. */
export class CalculationError extends TimestepError {}

const FUNCTIONS: Readonly<Record<string, (x: number) => number>> = {
  abs: Math.abs,
  ceil: Math.ceil,
  floor: Math.floor,
  ln: Math.log,
  log: Math.log10,
  round: Math.round,
  sqrt: Math.sqrt,
};

const CONSTANTS: Readonly<Record<string, number>> = { e: Math.E, pi: Math.PI };

const LONGEST = 1000;

/**
 * Calculates an arithmetic expression: numbers, `+ - * / %`, `^` or `**` (right to left), brackets,
 * a few functions and constants. It parses; nothing is ever evaluated as code.
 */
export function calculate(expression: string): number {
  if (expression.length > LONGEST) {
    throw new CalculationError('too-long', `the expression is longer than ${LONGEST} characters`);
  }
  let at = 0;

  function fail(expected: string): never {
    const found = at < expression.length ? `"${expression[at]}" at ${at + 1}` : 'the end';
    throw new CalculationError('syntax', `expected ${expected}, found ${found}`);
  }

  function skipSpace(): void {
    while (/\s/.test(expression[at] ?? '')) at += 1;
  }

  function take(...symbols: readonly string[]): string | undefined {
    skipSpace();
    const symbol = symbols.find((candidate) => expression.startsWith(candidate, at));
    if (symbol !== undefined) at += symbol.length;
    return symbol;
  }

  function match(pattern: RegExp): string | undefined {
    skipSpace();
    pattern.lastIndex = at;
    const found = pattern.exec(expression)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  }

  function sum(): number {
    let value = product();
    for (let sign = take('+', '-'); sign; sign = take('+', '-')) {
      value = sign === '+' ? value + product() : value - product();
    }
    return value;
  }

  function product(): number {
    let value = signed();
    for (let sign = takeTimes(); sign; sign = takeTimes()) {
      const right = signed();
      if (sign !== '*' && right === 0)
        throw new CalculationError('division-by-zero', 'division by zero');
      value = sign === '*' ? value * right : sign === '/' ? value / right : value % right;
    }
    return value;
  }

  function takeTimes(): string | undefined {
    skipSpace();
    return expression.startsWith('**', at) ? undefined : take('*', '/', '%');
  }

  function signed(): number {
    const sign = take('+', '-');
    if (sign === undefined) return power();
    return sign === '-' ? -signed() : signed();
  }

  function power(): number {
    const base = operand();
    return take('**', '^') ? base ** signed() : base;
  }

  function operand(): number {
    if (take('(')) return closed();
    const number = match(/(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y);
    if (number !== undefined) return Number(number);
    const name = match(/[a-z]+/y);
    if (name === undefined) return fail('a number');
    const constant = Object.hasOwn(CONSTANTS, name) ? CONSTANTS[name] : undefined;
    if (constant !== undefined) return constant;
    const apply = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    if (!apply)
      throw new CalculationError('unknown-name', `there is no function or constant ${name}`);
    if (!take('(')) fail('"("');
    return apply(closed());
  }

  function closed(): number {
    const value = sum();
    if (!take(')')) fail('")"');
    return value;
  }

  const value = sum();
  skipSpace();
  if (at < expression.length) fail('an operator');
  if (!Number.isFinite(value))
    throw new CalculationError('not-finite', 'the result is not a finite number');
  return value;
}
