import { createLazyPattern, type JsonValue } from '#core';

/**
 * Whether a value matches a pattern. `unclear` gives the reason if programs may interpret the value in
 * different ways.
 */
export type Match = 'inside' | 'outside' | { readonly unclear: string };

/** A pattern for the value of one argument, as part of a permission rule. */
export interface ValuePattern {
  /** Returns whether every interpretation of the value matches, which an allow rule requires. */
  readonly covers: (value: JsonValue) => Match;
  /** Returns whether any interpretation of the value matches, which is enough for a deny or ask rule. */
  readonly touches: (value: JsonValue) => Match;
}

/** Combines the results of several patterns that must all match. */
export function combineAllMatches(matches: readonly Match[]): Match {
  if (matches.includes('outside')) return 'outside';
  return matches.find((match) => match !== 'inside') ?? 'inside';
}

/** Combines the results of several patterns if matching one pattern is enough. */
export function combineAnyMatch(matches: readonly Match[]): Match {
  if (matches.includes('inside')) return 'inside';
  return matches.find((match) => match !== 'outside') ?? 'outside';
}

/** Creates a pattern that applies these functions to strings. Values of other types do not match. */
export function createTextPattern(
  covers: (text: string) => Match,
  touches: (text: string) => Match,
): ValuePattern {
  return {
    covers: (value) => (typeof value === 'string' ? covers(value) : 'outside'),
    touches: (value) => (typeof value === 'string' ? touches(value) : 'outside'),
  };
}

/**
 * Matches control characters, and characters that are invisible or change the direction of a text.
 */
export const getHiddenPattern: () => RegExp = createLazyPattern(
  String.raw`[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`,
  'gu',
);

/** Removes hidden characters from a text. */
export function removeHidden(text: string): string {
  return text.replaceAll(getHiddenPattern(), '');
}

/**
 * Returns a text in the form in which look-alikes are equal, in lower case, with single blanks and without
 * hidden characters.
 */
export function normalizeForComparison(text: string): string {
  return removeHidden(text.normalize('NFKC').replaceAll(/\s+/g, ' ')).toLowerCase();
}
