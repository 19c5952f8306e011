/** A line of a diff: in both texts, only in the old text, or only in the new text. */
export interface DiffLine {
  readonly kind: 'same' | 'old' | 'new';
  readonly text: string;
}

/** Maximum number of line comparisons. A larger changed section counts as replaced completely. */
const MOST_COMPARISONS = 1_000_000;

/** Computes a line diff of two texts that shares as many lines as possible. */
export function diffLines(before: string, after: string): DiffLine[] {
  const old = splitIntoLines(before);
  const next = splitIntoLines(after);
  const start = countSharedStart(old, next);
  const end = countSharedStart(old.slice(start).toReversed(), next.slice(start).toReversed());
  const [oldMiddle, newMiddle] = [old, next].map((lines) => lines.slice(start, lines.length - end));
  return [
    ...old.slice(0, start).map(createDiffLineConverter('same')),
    ...diffMiddle(oldMiddle ?? [], newMiddle ?? []),
    ...old.slice(old.length - end).map(createDiffLineConverter('same')),
  ];
}

/** Splits a text into lines. A line break at the end does not start another line. */
function splitIntoLines(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function countSharedStart(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((line, index) => line !== other[index]);
  return differs === -1 ? one.length : differs;
}

function createDiffLineConverter(kind: DiffLine['kind']): (text: string) => DiffLine {
  return (text) => ({ kind, text });
}

function diffMiddle(old: readonly string[], next: readonly string[]): DiffLine[] {
  if (old.length * next.length > MOST_COMPARISONS) {
    return [
      ...old.map(createDiffLineConverter('old')),
      ...next.map(createDiffLineConverter('new')),
    ];
  }
  const width = next.length + 1;
  const longest = computeSharedLengths(old, next);
  const diff: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < next.length) {
    const [one, other] = [old[row], next[column]];
    const withoutOld = longest[(row + 1) * width + column] ?? 0;
    const withoutNew = longest[row * width + column + 1] ?? 0;
    if (one !== undefined && one === other) {
      diff.push({ kind: 'same', text: one });
      row += 1;
      column += 1;
    } else if (one !== undefined && (other === undefined || withoutOld >= withoutNew)) {
      diff.push({ kind: 'old', text: one });
      row += 1;
    } else {
      diff.push({ kind: 'new', text: other ?? '' });
      column += 1;
    }
  }
  return diff;
}

/**
 * Computes, for each pair of line positions, the maximum number of lines that the rests of the two
 * texts share, stored row by row.
 */
function computeSharedLengths(old: readonly string[], next: readonly string[]): Uint32Array {
  const width = next.length + 1;
  const longest = new Uint32Array((old.length + 1) * width);
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = next.length - 1; column >= 0; column -= 1) {
      const here = row * width + column;
      longest[here] =
        old[row] === next[column]
          ? (longest[here + width + 1] ?? 0) + 1
          : Math.max(longest[here + width] ?? 0, longest[here + 1] ?? 0);
    }
  }
  return longest;
}
