/** A span of time in milliseconds since the epoch. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Merges overlapping spans of time, and sorts the spans by their start. */
export function uniteSpans(spans: readonly Span[]): readonly Span[] {
  const united: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const last = united.at(-1);
    if (last && span.from <= last.to) {
      united[united.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    } else united.push(span);
  }
  return united;
}

/** Returns the parts of `spans` outside of `others`. Both lists must be merged by `uniteSpans`. */
export function subtractSpans(spans: readonly Span[], others: readonly Span[]): readonly Span[] {
  return spans.flatMap((span) => {
    const rest: Span[] = [];
    let { from } = span;
    for (const other of others) {
      if (other.to <= from || other.from >= span.to) continue;
      if (other.from > from) rest.push({ from, to: other.from });
      from = Math.max(from, other.to);
    }
    if (from < span.to) rest.push({ from, to: span.to });
    return rest;
  });
}

/** Returns the total length of spans in milliseconds, counting overlaps once. */
export function sumSpanLengths(spans: readonly Span[]): number {
  return spans.reduce((sum, { from, to }) => sum + to - from, 0);
}
