/** Takes secrets out of a text. */
export type Mask = (text: string) => string;

const MASKED = '[secret]';

/** Shorter values stand in too many texts by chance, and keep nobody out. */
const SHORTEST = 4;

/** Masks these values, as they are and as they stand in an address; a longer one before its parts. */
export function maskOf(secrets: Iterable<string>): Mask {
  const values = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < SHORTEST) continue;
    values.add(secret);
    values.add(encodeURIComponent(secret));
  }
  const longestFirst = [...values].toSorted((one, other) => other.length - one.length);
  return (text) => longestFirst.reduce((rest, value) => rest.replaceAll(value, MASKED), text);
}
