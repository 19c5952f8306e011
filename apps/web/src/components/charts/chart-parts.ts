/** One part of each step of a chart: a layer of its bars, or one of its lines. */
export interface ChartPart {
  readonly name: string;
  /** CSS class of the text color in which the part of the chart is drawn. */
  readonly color: string;
  /** One value for each step; `null` leaves a gap in a line. */
  readonly values: readonly (number | null)[];
}

/** Finds the value at the top of a chart: the highest stack of bars, or the highest point. */
export function findGreatestValue(
  kind: 'bars' | 'lines',
  parts: readonly Pick<ChartPart, 'values'>[],
  steps: number,
): number {
  const tops = Array.from({ length: steps }, (_, step) => {
    const values = parts.map(({ values: its }) => its[step] ?? 0);
    return kind === 'bars' ? values.reduce((sum, one) => sum + one, 0) : Math.max(0, ...values);
  });
  return Math.max(0, ...tops);
}
