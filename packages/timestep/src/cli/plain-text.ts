/**
 * Makes text of peers safe to show: it must not move the cursor or colour a terminal. Line breaks
 * and tabs stay.
 */
export function plainText(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, '\u{FFFD}');
}

/** Makes text of peers safe to show, on one line. */
export function plainLine(text: string): string {
  return plainText(text.replaceAll(/\s+/g, ' '));
}

/** The beginning of a text, and how many characters were cut off. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most)}… (${text.length - most} characters more)`;
}
