/**
 * Characters that are invisible, change the direction of a text, or look like an ASCII space. A line
 * feed and a tab lay out a text and are none of them.
 */
export const HIDDEN: RegExp =
  /(?![\n\t ])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\u{1d159}]/gu;

/**
 * Returns a text of others in which people see each character: hidden characters become escapes such
 * as `\u{202e}`. Line feeds and tabs stay. Two texts that differ are shown differently.
 */
export function escapeHidden(text: string): string {
  // A text that already looks like an escape must not imitate another text.
  return text.replaceAll('\\u{', '\\u{5c}u{').replaceAll(HIDDEN, escapeCharacter);
}

/** Does the same with a JSON text, which keeps its meaning: the escapes are those of JSON. */
export function escapeHiddenInJson(json: string): string {
  return json.replaceAll(HIDDEN, (character) =>
    character.replaceAll(/[^]/g, (unit) => `\\u${formatCodeUnit(unit)}`),
  );
}

/** Returns the escape of a character, such as `\u{202e}`. */
export function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function formatCodeUnit(unit: string): string {
  return unit.charCodeAt(0).toString(16).padStart(4, '0');
}
