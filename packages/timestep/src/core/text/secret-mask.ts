/** A function that replaces secrets in a text. */
export type Mask = (text: string) => string;

const MASK_TEXT = '[secret]';

/** Minimum length of a masked secret. A shorter one occurs in too many texts by chance. */
const MIN_SECRET_LENGTH = 4;

/** Creates a function that masks secrets in plain and URL-encoded form, longest first. */
export function createMask(secrets: Iterable<string>): Mask {
  const values = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < MIN_SECRET_LENGTH) continue;
    values.add(secret);
    values.add(encodeURIComponent(secret));
  }
  const longestFirst = [...values].toSorted((one, other) => other.length - one.length);
  return (text) => longestFirst.reduce((rest, value) => rest.replaceAll(value, MASK_TEXT), text);
}
