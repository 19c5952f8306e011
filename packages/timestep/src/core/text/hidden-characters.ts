/** Characters that are invisible, change the direction of a text, or look like an ASCII space. */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;

/**
 * Returns a text of others in which people see each character: hidden characters become escapes such
 * as `\u{202e}`. Line feeds and tabs stay.
 */
export function escapeHidden(text: string): string {
  return text.replaceAll(HIDDEN, (character) =>
    character === '\n' || character === '\t'
      ? character
      : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** Does the same with a JSON text, which keeps its meaning: the escapes are those of JSON. */
export function escapeHiddenInJson(json: string): string {
  return json.replaceAll(HIDDEN, (character) =>
    character === '\n' || character === '\t'
      ? character
      : character.replaceAll(/[^]/g, (unit) => `\\u${formatCodeUnit(unit)}`),
  );
}

function formatCodeUnit(unit: string): string {
  return unit.charCodeAt(0).toString(16).padStart(4, '0');
}
