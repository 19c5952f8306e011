/** Maximum number of characters of a text in a row of a timeline. */
const MAX_CHARACTERS = 120;

/** Returns the beginning of a text as one line. */
export function shortenLine(text: string): string {
  if (text.length <= MAX_CHARACTERS && !/\s\s|[^\S ]/.test(text)) return text;
  const line = text
    .slice(0, 4 * MAX_CHARACTERS)
    .replaceAll(/\s+/g, ' ')
    .trim();
  const isCut = line.length > MAX_CHARACTERS || text.length > 4 * MAX_CHARACTERS;
  return isCut ? `${line.slice(0, MAX_CHARACTERS)}…` : line;
}
