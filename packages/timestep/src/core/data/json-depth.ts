/** Maximum depth of a whole message in JSON, which protects code that reads it recursively. */
export const MAX_MESSAGE_DEPTH = 128;

/** Maximum depth of a single value (such as arguments), so that the whole message stays below its maximum. */
export const MAX_VALUE_DEPTH = 100;

/** Formats the words of an error message for data that exceed a maximum depth. */
export function describeTooDeep(most: number = MAX_VALUE_DEPTH): string {
  return `nested deeper than ${most} levels`;
}

/** Returns whether a JSON text is nested deeper than `most` levels. */
export function isNestedTooDeep(text: string, most: number = MAX_VALUE_DEPTH): boolean {
  // Each nesting level needs a bracket, so a text shorter than the limit cannot be nested deeper than it.
  if (text.length <= most || !hasManyBrackets(text, most)) return false;
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === BACKSLASH) index += 1;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === BRACKET || code === BRACE) {
      depth += 1;
      if (depth > most) return true;
    } else if (code === BRACKET + 2 || code === BRACE + 2) depth -= 1;
  }
  return false;
}

const QUOTE = 0x22;
const BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const BRACE = 0x7b;

/** Returns whether a text has many brackets. Most longer texts have few, so this runs before the exact check. */
function hasManyBrackets(text: string, threshold: number): boolean {
  let count = 0;
  for (const opening of ['{', '[']) {
    for (let at = text.indexOf(opening); at !== -1; at = text.indexOf(opening, at + 1)) {
      count += 1;
      if (count > threshold) return true;
    }
  }
  return false;
}
