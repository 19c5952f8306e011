/** Takes secrets out of a text. */
export type Mask = (text: string) => string;

const MASKED = '[secret]';

/** A shorter value occurs in too many texts by chance, and is too weak to be a secret. */
const SHORTEST = 4;

/** Masks these values, plain and URL-encoded; a longer value before the values that it contains. */
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
