import type { JsonValue } from '#core';
import { parseGlob } from './glob.ts';
import { foldText, type ValuePattern } from './value-pattern.ts';

/** Creates a pattern on the text of a value: `*` means any characters and `?` one. */
export function createGlobPattern(pattern: string): ValuePattern {
  const glob = parseGlob(pattern);
  const folded = parseGlob(foldText(pattern));
  return {
    covers(value) {
      const text = toText(value);
      if (!glob.matches(text)) return 'outside';
      // A pattern must not match `..`: `data/*` does not allow `data/../secret`.
      const steps = text.replaceAll('\\', '/').split('/');
      return glob.isPattern && pattern !== '*' && steps.includes('..') ? 'outside' : 'inside';
    },
    touches(value) {
      const text = toText(value);
      return glob.matches(text) || folded.matches(foldText(text)) ? 'inside' : 'outside';
    },
  };
}

/** Creates a pattern of exact values, such as `low|high|1|true`. */
export function createEnumPattern(pattern: string): ValuePattern {
  const options = pattern.split('|');
  const folded = options.map(foldText);
  return {
    covers: (value) => (isScalar(value) && options.includes(String(value)) ? 'inside' : 'outside'),
    touches: (value) =>
      isScalar(value) && folded.includes(foldText(String(value))) ? 'inside' : 'outside',
  };
}

const RANGE = /^(-?\d+(?:\.\d+)?)?\.\.(-?\d+(?:\.\d+)?)?( int)?$/;

/** Creates a pattern of a range, such as `1..100` or `0.. int`. Undefined if it is not a range. */
export function createNumberPattern(pattern: string): ValuePattern | undefined {
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
    // Programs also read numbers from texts such as `1e2` and `0x10`.
    touches: (value) => (isScalar(value) && isInside(Number(value)) ? 'inside' : 'outside'),
  };
}

function isScalar(value: JsonValue): value is string | number | boolean {
  return typeof value !== 'object' && value !== undefined;
}

function toText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
