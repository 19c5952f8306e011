/** A line of two texts: of both, of the old one alone, or of the new one alone. */
export interface DiffLine {
  readonly kind: 'same' | 'old' | 'new';
  readonly text: string;
}

/** Beyond so many comparisons a changed passage counts as replaced whole. */
const MOST_COMPARISONS = 1_000_000;

/** How the lines of one text become those of another, with as many lines of both as possible. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const old = linesOf(before);
  const next = linesOf(after);
  const start = sharedStart(old, next);
  const end = sharedStart(old.slice(start).toReversed(), next.slice(start).toReversed());
  const [oldMiddle, newMiddle] = [old, next].map((lines) => lines.slice(start, lines.length - end));
  return [
    ...old.slice(0, start).map(as('same')),
    ...middleDiff(oldMiddle ?? [], newMiddle ?? []),
    ...old.slice(old.length - end).map(as('same')),
  ];
}

/** The end of the last line is not a line of its own. */
function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function sharedStart(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((line, index) => line !== other[index]);
  return differs === -1 ? one.length : differs;
}

function as(kind: DiffLine['kind']): (text: string) => DiffLine {
  return (text) => ({ kind, text });
}

function middleDiff(old: readonly string[], next: readonly string[]): DiffLine[] {
  if (old.length * next.length > MOST_COMPARISONS) {
    return [...old.map(as('old')), ...next.map(as('new'))];
  }
  const width = next.length + 1;
  const longest = longestShared(old, next);
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

/** How many lines the rests of two texts can share at most, row by row, from each pair of lines on. */
function longestShared(old: readonly string[], next: readonly string[]): Uint32Array {
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
