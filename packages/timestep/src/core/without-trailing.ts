/**
 * A text without those of the given characters that stand at its end, in time that grows with the
 * text. A pattern such as `/\/+$/` takes time that grows with the square of what others may send.
 */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
