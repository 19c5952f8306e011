/** Faults of one product, as `--json` prints them. */
export interface ScoreRow {
  readonly name: string;
  readonly version?: string;
  readonly kills: number;
  readonly lost: number;
  readonly doubled: number;
  readonly asked_again: number;
  /** Undefined where the product has no stream that outlives its process. */
  readonly cut?: number;
}

const COLUMNS = [
  ['lost', 'accepted, lost'],
  ['doubled', 'effect doubled'],
  ['asked_again', 'asked again'],
  ['cut', 'stream cut'],
] as const;

const LEFT = 250;
const CELL = { width: 118, height: 30 };
const TOP = 56;

/** Draws one cell for each product and fault, darker for more; it fits light and dark pages. */
export function drawScorecard(rows: readonly ScoreRow[]): string {
  const width = LEFT + COLUMNS.length * CELL.width + 10;
  const height = TOP + rows.length * CELL.height + 10;
  const heads = COLUMNS.map(([, title], column) =>
    text(centerOf(column), TOP - 12, title, 'middle'),
  );
  const lines = rows.flatMap((row, line) => [
    text(LEFT - 12, baselineOf(line), row.name, 'end'),
    ...COLUMNS.flatMap(([field], column) => drawCell(row[field], row.kills, line, column)),
  ]);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="14">`,
    '<style>text{fill:#1f2328}.f{fill:#cf222e}.n{fill:#2da44e}@media(prefers-color-scheme:dark){text{fill:#e6edf3}}</style>',
    `<title>Faults in ${rows[0]?.kills ?? 0} kills each</title>`,
    text(LEFT - 12, 24, `faults in ${rows[0]?.kills ?? 0} kills`, 'end'),
    ...heads,
    ...lines,
    '</svg>',
    '',
  ].join('\n');
}

function drawCell(
  count: number | undefined,
  kills: number,
  line: number,
  column: number,
): readonly string[] {
  if (count === undefined) return [text(centerOf(column), baselineOf(line), 'no stream', 'middle')];
  const x = LEFT + column * CELL.width + 3;
  const y = TOP + line * CELL.height + 3;
  const opacity = count === 0 ? 0.3 : 0.3 + 0.6 * Math.min(1, (2 * count) / kills);
  const size = `width="${CELL.width - 6}" height="${CELL.height - 6}" rx="4"`;
  return [
    `<rect class="${count === 0 ? 'n' : 'f'}" x="${x}" y="${y}" ${size} opacity="${opacity.toFixed(2)}"/>`,
    text(centerOf(column), baselineOf(line), String(count), 'middle'),
  ];
}

function centerOf(column: number): number {
  return LEFT + (column + 0.5) * CELL.width;
}

function baselineOf(line: number): number {
  return TOP + line * CELL.height + 20;
}

function text(x: number, y: number, content: string, anchor: 'middle' | 'end'): string {
  const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${escaped}</text>`;
}
