import { CalculationError } from './calculation-error.ts';
import {
  isAtEnd,
  readName,
  readNumber,
  readSymbol,
  readTimes,
  syntaxError,
  type ExpressionReader,
} from './expression-reader.ts';

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
 * Calculates an arithmetic expression: numbers, `+ - * / %`, `^` or `**` (right to left),
 * parentheses, and a few functions and constants. The expression is parsed, never evaluated as
 * code. Throws `CalculationError`.
 */
export function calculate(expression: string): number {
  if (expression.length > LONGEST) {
    throw new CalculationError('too-long', `the expression is longer than ${LONGEST} characters`);
  }
  const reader = { text: expression, at: 0 };
  const value = sum(reader);
  if (!isAtEnd(reader)) throw syntaxError(reader, 'an operator');
  if (!Number.isFinite(value)) {
    throw new CalculationError('not-finite', 'the result is not a finite number');
  }
  return value;
}

/** `sum = product { ("+" | "-") product }` */
function sum(reader: ExpressionReader): number {
  let value = product(reader);
  for (let sign = readSymbol(reader, '+', '-'); sign; sign = readSymbol(reader, '+', '-')) {
    value = sign === '+' ? value + product(reader) : value - product(reader);
  }
  return value;
}

/** `product = signed { ("*" | "/" | "%") signed }` */
function product(reader: ExpressionReader): number {
  let value = signed(reader);
  for (let sign = readTimes(reader); sign; sign = readTimes(reader)) {
    const right = signed(reader);
    if (sign !== '*' && right === 0) {
      throw new CalculationError('division-by-zero', 'division by zero');
    }
    value = sign === '*' ? value * right : sign === '/' ? value / right : value % right;
  }
  return value;
}

/** `signed = ("+" | "-") signed | power` */
function signed(reader: ExpressionReader): number {
  const sign = readSymbol(reader, '+', '-');
  if (sign === undefined) return power(reader);
  return sign === '-' ? -signed(reader) : signed(reader);
}

/** `power = operand [ ("**" | "^") signed ]` */
function power(reader: ExpressionReader): number {
  const base = operand(reader);
  return readSymbol(reader, '**', '^') ? base ** signed(reader) : base;
}

/** `operand = number | constant | [ function ] "(" sum ")"` */
function operand(reader: ExpressionReader): number {
  if (readSymbol(reader, '(')) return closed(reader);
  const number = readNumber(reader);
  if (number !== undefined) return number;
  const name = readName(reader);
  if (name === undefined) throw syntaxError(reader, 'a number');
  const constant = Object.hasOwn(CONSTANTS, name) ? CONSTANTS[name] : undefined;
  if (constant !== undefined) return constant;
  const apply = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (!apply) {
    throw new CalculationError('unknown-name', `there is no function or constant ${name}`);
  }
  if (!readSymbol(reader, '(')) throw syntaxError(reader, '"("');
  return apply(closed(reader));
}

/** Reads the rest of a parenthesis whose opening has been read. */
function closed(reader: ExpressionReader): number {
  const value = sum(reader);
  if (!readSymbol(reader, ')')) throw syntaxError(reader, '")"');
  return value;
}
