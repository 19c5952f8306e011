/**
 * Text from elsewhere, safe to show: peers must not be able to move the cursor or colour a terminal.
 * Line breaks and tabs stay.
 */
export function plainText(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, '\u{FFFD}');
}

/** The same on one line. */
export function plainLine(text: string): string {
  return plainText(text.replaceAll(/\s+/g, ' '));
}

/** The beginning of a text, and how much there is beyond it. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most)}… (${text.length - most} characters more)`;
}
