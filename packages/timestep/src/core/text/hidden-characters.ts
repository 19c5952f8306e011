import { createLazyPattern } from './late-pattern.ts';

/**
 * Matches characters that are invisible, change the direction of a text, or look like an ASCII
 * space. Line feeds and tabs are not matched, because they lay out a text.
 */
export const HIDDEN_CHARACTER: string = String.raw`(?![\n\t ])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\u{1d159}]`;

export const getHiddenPattern: () => RegExp = createLazyPattern(HIDDEN_CHARACTER, 'gu');

/**
 * Escapes the hidden characters of an untrusted text, such as `\u{202e}`. Line feeds and tabs stay.
 * Two different texts never look the same.
 */
export function escapeHidden(text: string): string {
  // An escape that the text already contains is escaped too, because it could imitate another text.
  return text.replaceAll('\\u{', '\\u{5c}u{').replaceAll(getHiddenPattern(), escapeCharacter);
}

/**
 * Escapes the hidden characters of a JSON text as JSON does, so that its meaning does not change.
 */
export function escapeHiddenInJson(json: string): string {
  return json.replaceAll(getHiddenPattern(), (character) =>
    character.replaceAll(/[^]/g, (unit) => `\\u${codeUnitToHexDigits(unit)}`),
  );
}

/** Returns the escape of a character, such as `\u{202e}`. */
export function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function codeUnitToHexDigits(unit: string): string {
  return unit.charCodeAt(0).toString(16).padStart(4, '0');
}
