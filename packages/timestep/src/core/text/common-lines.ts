/** Counts the lines with which two texts begin and end alike. No line counts twice. */
export function countCommonLines(
  before: readonly string[],
  after: readonly string[],
): { readonly start: number; readonly end: number } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { start, end };
}
