/** How a table is sorted. */
export interface TableOrder {
  /** Head of the column by which the table is sorted. */
  readonly head: string;
  readonly direction: 'ascending' | 'descending';
}

/** The value by which a column sorts a line. Undefined if the line has none. */
export type SortValue = string | number | undefined;

/**
 * Returns the order after a click on a column's head: first the direction that users want most (the largest
 * numbers, the first names), then the other one, then the table's own order (undefined).
 */
export function getNextOrder(
  order: TableOrder | undefined,
  head: string,
  isNumber: boolean,
): TableOrder | undefined {
  const first = isNumber ? 'descending' : 'ascending';
  if (order?.head !== head) return { head, direction: first };
  if (order.direction !== first) return undefined;
  return { head, direction: first === 'ascending' ? 'descending' : 'ascending' };
}

/** Sorts lines. Lines without a value come last in both directions; equal lines keep their order. */
export function sortLines<Line>(
  lines: readonly Line[],
  getValue: (line: Line) => SortValue,
  direction: TableOrder['direction'],
): readonly Line[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return lines.toSorted((a, b) => {
    const [one, other] = [getValue(a), getValue(b)];
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined);
    return sign * compareValues(one, other);
  });
}

function compareValues(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one).localeCompare(String(other), 'en', { numeric: true });
}
