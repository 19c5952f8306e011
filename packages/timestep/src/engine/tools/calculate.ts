import { CalculationError } from './calculation-error.ts';
import {
  isAtEnd,
  readName,
  readNumber,
  readSymbol,
  readTimes,
  createSyntaxError,
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

const MAX_LENGTH = 1000;

/**
 * Calculates an expression: numbers, `+ - * / %`, `^` or `**` (right to left), parentheses,
 * functions, constants. It is parsed, never run as code. Throws `CalculationError`.
 */
export function calculate(expression: string): number {
  if (expression.length > MAX_LENGTH) {
    throw new CalculationError(
      'too-long',
      `the expression is longer than ${MAX_LENGTH} characters`,
    );
  }
  const reader = { text: expression, at: 0 };
  const value = parseSum(reader);
  if (!isAtEnd(reader)) throw createSyntaxError(reader, 'an operator');
  if (!Number.isFinite(value)) {
    throw new CalculationError('not-finite', 'the result is not a finite number');
  }
  return value;
}

/** Grammar: `sum = product { ("+" | "-") product }` */
function parseSum(reader: ExpressionReader): number {
  let value = parseProduct(reader);
  for (let sign = readSymbol(reader, '+', '-'); sign; sign = readSymbol(reader, '+', '-')) {
    value = sign === '+' ? value + parseProduct(reader) : value - parseProduct(reader);
  }
  return value;
}

/** Grammar: `product = signed { ("*" | "/" | "%") signed }` */
function parseProduct(reader: ExpressionReader): number {
  let value = parseSigned(reader);
  for (let sign = readTimes(reader); sign; sign = readTimes(reader)) {
    const right = parseSigned(reader);
    if (sign !== '*' && right === 0) {
      throw new CalculationError('division-by-zero', 'division by zero');
    }
    value = sign === '*' ? value * right : sign === '/' ? value / right : value % right;
  }
  return value;
}

/** Grammar: `signed = ("+" | "-") signed | power` */
function parseSigned(reader: ExpressionReader): number {
  const sign = readSymbol(reader, '+', '-');
  if (sign === undefined) return parsePower(reader);
  return sign === '-' ? -parseSigned(reader) : parseSigned(reader);
}

/** Grammar: `power = operand [ ("**" | "^") signed ]` */
function parsePower(reader: ExpressionReader): number {
  const base = parseOperand(reader);
  return readSymbol(reader, '**', '^') ? base ** parseSigned(reader) : base;
}

/** Grammar: `operand = number | constant | [ function ] "(" sum ")"` */
function parseOperand(reader: ExpressionReader): number {
  if (readSymbol(reader, '(')) return parseClosing(reader);
  const number = readNumber(reader);
  if (number !== undefined) return number;
  const name = readName(reader);
  if (name === undefined) throw createSyntaxError(reader, 'a number');
  const constant = Object.hasOwn(CONSTANTS, name) ? CONSTANTS[name] : undefined;
  if (constant !== undefined) return constant;
  const apply = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (!apply) {
    throw new CalculationError('unknown-name', `there is no function or constant ${name}`);
  }
  if (!readSymbol(reader, '(')) throw createSyntaxError(reader, '"("');
  return apply(parseClosing(reader));
}

/** Reads the rest of a parenthesized expression after its opening parenthesis. */
function parseClosing(reader: ExpressionReader): number {
  const value = parseSum(reader);
  if (!readSymbol(reader, ')')) throw createSyntaxError(reader, '")"');
  return value;
}
