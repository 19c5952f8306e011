/** Replaces control characters except line breaks and tabs, so that text cannot move the cursor. */
export function replaceControlCharacters(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, '\u{FFFD}');
}

/** Replaces control characters in untrusted text and joins its lines. */
export function toPlainLine(text: string): string {
  return replaceControlCharacters(text.replaceAll(/\s+/g, ' '));
}

export function truncateText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength)}… (${text.length - maxLength} more characters)`;
}

/** Quotes a text for a shell, because remote agents choose ids. */
export function quoteShellWord(text: string): string {
  const plain = toPlainLine(text);
  return /^[\w.:/@%+,=-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", "'\\''")}'`;
}
