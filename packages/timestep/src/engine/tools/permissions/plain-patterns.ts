import type { JsonValue } from '#core';
import { parseGlob } from './glob.ts';
import { normalizeForComparison, type ValuePattern } from './value-pattern.ts';

/** Creates a pattern for the text of a value: `*` matches any characters, and `?` one character. */
export function createGlobPattern(pattern: string): ValuePattern {
  const glob = parseGlob(pattern);
  const folded = parseGlob(normalizeForComparison(pattern));
  return {
    covers(value) {
      const text = toPlainText(value);
      if (!glob.matches(text)) return 'outside';
      // A wildcard must not match `..`: `data/*` does not allow `data/../secret`.
      const steps = text
        .replaceAll('\\', '/')
        .replaceAll(/%2e/gi, '.')
        .split(/\/|%2f|%5c/i);
      return glob.isPattern && pattern !== '*' && steps.includes('..') ? 'outside' : 'inside';
    },
    touches(value) {
      const text = toPlainText(value);
      return glob.matches(text) || folded.matches(normalizeForComparison(text))
        ? 'inside'
        : 'outside';
    },
  };
}

/** Creates a pattern for a list of exact values, such as `low|high|1|true`. */
export function createEnumPattern(pattern: string): ValuePattern {
  const options = pattern.split('|');
  const folded = options.map((option) => normalizeForComparison(option).trim());
  return {
    covers: (value) => (isScalar(value) && options.includes(String(value)) ? 'inside' : 'outside'),
    touches: (value) =>
      folded.includes(normalizeForComparison(toPlainText(value)).trim()) ? 'inside' : 'outside',
  };
}

const RANGE = /^(-?\d+(?:\.\d+)?)?\.\.(-?\d+(?:\.\d+)?)?( int)?$/;

/** Creates a pattern for a range of numbers, such as `1..100` or `0.. int`. Undefined if it is no range. */
export function createNumberRangePattern(pattern: string): ValuePattern | undefined {
  const [range, from, to, int] = RANGE.exec(pattern.trim()) ?? [];
  if (range === undefined || (from === undefined && to === undefined)) return undefined;
  const [low, high] = [Number(from ?? -Infinity), Number(to ?? Infinity)];
  const isInside = (value: number): boolean => value >= low && value <= high;
  return {
    covers: (value) =>
      typeof value === 'number' &&
      Number.isFinite(value) &&
      isInside(value) &&
      (int === undefined || Number.isSafeInteger(value))
        ? 'inside'
        : 'outside',
    touches: (value) => (readNumbers(value).some(isInside) ? 'inside' : 'outside'),
  };
}

/** Lists the numbers that programs read in a value, such as `1e2`, `0x10`, `1_000` and `10px`. */
function readNumbers(value: JsonValue): readonly number[] {
  if (typeof value !== 'string') return value === null || isScalar(value) ? [Number(value)] : [];
  const text = normalizeForComparison(value).replaceAll(/\p{Nd}/gu, toAsciiDigit);
  const joined = text.replaceAll(/(?<=\d)[_,' ](?=\d)/g, '');
  return [
    Number(value),
    Number(text),
    Number(joined),
    Number.parseFloat(joined.replace(/^[^\d.+-]+/, '')),
  ];
}

/**
 * Converts a decimal digit of any script. The ten digits of a script have consecutive code points from its
 * zero.
 */
function toAsciiDigit(sign: string): string {
  let zero = sign.codePointAt(0) ?? 0;
  const code = zero;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

function isScalar(value: JsonValue): value is string | number | boolean {
  return typeof value !== 'object' && value !== undefined;
}

function toPlainText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
