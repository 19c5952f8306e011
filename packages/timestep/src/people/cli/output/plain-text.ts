/**
 * Replaces control characters in untrusted text, so that it cannot move the cursor or color the
 * terminal. Line breaks and tabs are retained.
 */
export function replaceControlCharacters(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, '\u{FFFD}');
}

/** Replaces control characters in untrusted text and joins its lines. */
export function toPlainLine(text: string): string {
  return replaceControlCharacters(text.replaceAll(/\s+/g, ' '));
}

/** Truncates a text to `maxLength` characters and appends the number of omitted characters. */
export function truncateText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength)}… (${text.length - maxLength} more characters)`;
}
