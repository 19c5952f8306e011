import { CalculationError } from './calculation-error.ts';

/** An expression and the reader's position in it. All read functions skip white space first. */
export interface ExpressionReader {
  readonly text: string;
  at: number;
}

/** Reads the first of the given symbols that matches. Returns `undefined` if no symbol matches. */
export function readSymbol(
  reader: ExpressionReader,
  ...symbols: readonly string[]
): string | undefined {
  skipSpace(reader);
  const symbol = symbols.find((candidate) => reader.text.startsWith(candidate, reader.at));
  if (symbol !== undefined) reader.at += symbol.length;
  return symbol;
}

/** Reads `*`, `/` or `%`. Does not read `**`, the power operator. */
export function readTimes(reader: ExpressionReader): string | undefined {
  skipSpace(reader);
  if (reader.text.startsWith('**', reader.at)) return undefined;
  return readSymbol(reader, '*', '/', '%');
}

export function readNumber(reader: ExpressionReader): number | undefined {
  const digits = readPattern(reader, /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y);
  return digits === undefined ? undefined : Number(digits);
}

export function readName(reader: ExpressionReader): string | undefined {
  return readPattern(reader, /[a-z]+/y);
}

export function isAtEnd(reader: ExpressionReader): boolean {
  skipSpace(reader);
  return reader.at >= reader.text.length;
}

/** Creates an error that names the expected and the actual text. */
export function createSyntaxError(
  { text, at }: ExpressionReader,
  expected: string,
): CalculationError {
  const found = at < text.length ? `"${text[at]}" at ${at + 1}` : 'the end';
  return new CalculationError('syntax', `expected ${expected}, found ${found}`);
}

/** Reads text that matches a sticky regular expression. */
function readPattern(reader: ExpressionReader, pattern: RegExp): string | undefined {
  skipSpace(reader);
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text)?.[0];
  if (found !== undefined) reader.at += found.length;
  return found;
}

function skipSpace(reader: ExpressionReader): void {
  while (/\s/.test(reader.text[reader.at] ?? '')) reader.at += 1;
}
