import type { JsonValue } from '#core';

/** Whether a value is inside a pattern. `unclear` says why programs may read the value differently. */
export type Match = 'inside' | 'outside' | { readonly unclear: string };

/** A condition of a rule on the value of one argument. */
export interface ValuePattern {
  /** Whether every reading of the value is inside, which an allow rule needs. */
  readonly covers: (value: JsonValue) => Match;
  /** Whether any reading of the value is inside, which is enough for a deny or ask rule. */
  readonly touches: (value: JsonValue) => Match;
}

/** Joins the matches of several conditions or values: all of them must be inside. */
export function matchAll(matches: readonly Match[]): Match {
  if (matches.includes('outside')) return 'outside';
  return matches.find((match) => match !== 'inside') ?? 'inside';
}

/** Joins the matches of several values, of which one must be inside. */
export function matchAny(matches: readonly Match[]): Match {
  if (matches.includes('inside')) return 'inside';
  return matches.find((match) => match !== 'outside') ?? 'outside';
}

/** Creates a pattern for strings from a pattern for one text. No other value is inside. */
export function createTextPattern(
  covers: (text: string) => Match,
  touches: (text: string) => Match,
): ValuePattern {
  return {
    covers: (value) => (typeof value === 'string' ? covers(value) : 'outside'),
    touches: (value) => (typeof value === 'string' ? touches(value) : 'outside'),
  };
}

/** Control characters, and characters that are invisible or change the direction of a text. */
export const HIDDEN: RegExp =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Removes hidden characters from a text. */
export function removeHidden(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu,
    '',
  );
}

/** Returns a text without hidden characters and with single blanks, in the form to which look-alikes fold. */
export function foldText(text: string): string {
  return removeHidden(text.normalize('NFKC').replaceAll(/\s+/g, ' ')).toLowerCase();
}
