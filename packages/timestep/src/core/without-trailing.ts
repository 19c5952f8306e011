/**
 * Removes the given characters from the end of a text, in time that grows with the text. A pattern
 * such as `/\/+$/` takes time that grows with the square of a hostile text.
 */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
