import { TimestepError } from '#core';

/** Thrown for an expression that cannot be calculated. `message` says where it is wrong. */
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

type Operators = Readonly<Record<string, (x: number, y: number) => number>>;

/** Left-associative operators in groups of equal precedence, the lowest precedence first. */
const LEVELS: readonly Operators[] = [
  { '+': (x, y) => x + y, '-': (x, y) => x - y },
  {
    '*': (x, y) => x * y,
    '/': (x, y) => x / requireDivisor(y),
    '%': (x, y) => x % requireDivisor(y),
  },
];

const MAX_LENGTH = 1000;

/** Matches a number, a name, the operator `**`, or any other character. */
const TOKEN = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[a-z]+|\*\*|\S/g;

/** The tokens of an expression, and the index of the next token. */
interface Reader {
  readonly tokens: readonly RegExpExecArray[];
  at: number;
}

/**
 * Calculates an expression: numbers, `+ - * / %`, `^` or `**` (right-associative), parentheses,
 * functions, constants. The expression is parsed, never run as code. Throws `CalculationError`.
 */
export function calculate(expression: string): number {
  if (expression.length > MAX_LENGTH) {
    throw new CalculationError(
      'too-long',
      `the expression is longer than ${MAX_LENGTH} characters`,
    );
  }
  const reader = { tokens: [...expression.matchAll(TOKEN)], at: 0 };
  const value = evaluatePrecedenceLevel(reader, 0);
  if (reader.at < reader.tokens.length) throw createSyntaxError(reader, 'an operator');
  if (Number.isFinite(value)) return value;
  throw new CalculationError('not-finite', 'the result of the expression is not a finite number');
}

function evaluatePrecedenceLevel(reader: Reader, level: number): number {
  const operators = LEVELS[level];
  if (!operators) return evaluateSigned(reader);
  let value = evaluatePrecedenceLevel(reader, level + 1);
  for (let apply = takeToken(reader, operators); apply; apply = takeToken(reader, operators)) {
    value = apply(value, evaluatePrecedenceLevel(reader, level + 1));
  }
  return value;
}

/** Grammar: `signed = ("+" | "-") signed | operand [ ("**" | "^") signed ]` */
function evaluateSigned(reader: Reader): number {
  const sign = readSymbol(reader, '+', '-');
  if (sign !== undefined) return sign === '-' ? -evaluateSigned(reader) : evaluateSigned(reader);
  const base = evaluateOperand(reader);
  return readSymbol(reader, '**', '^') ? base ** evaluateSigned(reader) : base;
}

/** Grammar: `operand = number | constant | [ function ] "(" sum ")"` */
function evaluateOperand(reader: Reader): number {
  const token = reader.tokens[reader.at]?.[0] ?? '';
  if (/^\.?\d/.test(token)) {
    reader.at += 1;
    return Number(token);
  }
  const constant = takeToken(reader, CONSTANTS);
  if (constant !== undefined) return constant;
  const apply = takeToken(reader, FUNCTIONS);
  if (!apply && /^[a-z]/.test(token)) {
    throw new CalculationError(
      'unknown-name',
      `the calculator has no function or constant ${token}`,
    );
  }
  if (!readSymbol(reader, '(')) throw createSyntaxError(reader, apply ? '"("' : 'a number');
  const value = evaluatePrecedenceLevel(reader, 0);
  if (!readSymbol(reader, ')')) throw createSyntaxError(reader, '")"');
  return apply ? apply(value) : value;
}

function readSymbol(reader: Reader, ...symbols: readonly string[]): string | undefined {
  const token = reader.tokens[reader.at]?.[0];
  if (token === undefined || !symbols.includes(token)) return undefined;
  reader.at += 1;
  return token;
}

/** Reads the next token if it is a key of the table, and returns the value of that key. */
function takeToken<T>(reader: Reader, table: Readonly<Record<string, T>>): T | undefined {
  const name = readSymbol(reader, ...Object.keys(table));
  return name === undefined ? undefined : table[name];
}

function requireDivisor(divisor: number): number {
  if (divisor !== 0) return divisor;
  throw new CalculationError('division-by-zero', 'division by zero');
}

function createSyntaxError({ tokens, at }: Reader, expected: string): CalculationError {
  const token = tokens[at];
  const found = token ? `"${token[0].charAt(0)}" at ${token.index + 1}` : 'the end';
  return new CalculationError('syntax', `invalid expression: expected ${expected}, found ${found}`);
}
