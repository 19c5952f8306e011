import { formatFigure } from '../statistics.ts';
import type { Aim, Report, Row } from '../suite.ts';

const OURS = 'timestep';

/** Limits for Timestep's own runs: seconds, megabytes. */
const AIMS = [
  { cases: 500, seconds: 0.5, megabytes: 120 },
  { cases: 5000, seconds: 1, megabytes: 200 },
] as const;

export function evalReport(rows: readonly Row[]): Report {
  return {
    head: ['', 'trials', 'CPU s', 'median', '× ours', 'wall s', 'median', 'peak MB', 'disk MB'],
    lines: rows.map((row) => {
      const our = findOwnRow(rows, getFigure(row, 'cases'));
      return [
        row.name,
        formatFigure(getFigure(row, 'cases')),
        formatFigure(getFigure(row, 'cpu_s')),
        formatFigure(getFigure(row, 'cpu_s_median')),
        our ? formatFigure(getFigure(row, 'cpu_s') / getFigure(our, 'cpu_s')) : '-',
        formatFigure(getFigure(row, 'wall_s')),
        formatFigure(getFigure(row, 'wall_s_median')),
        formatFigure(getFigure(row, 'peak_mb')),
        formatFigure(getFigure(row, 'disk_bytes') / 1e6),
      ];
    }),
    aims: [...AIMS.flatMap((aim) => createAims(rows, aim)), createLinearAim(rows)],
  };
}

function createAims(
  rows: readonly Row[],
  { cases, seconds, megabytes }: (typeof AIMS)[number],
): Aim[] {
  const of = `${OURS}, ${cases.toLocaleString('en-US')} trials`;
  const row = findOwnRow(rows, cases);
  return [
    { what: `${of}, wall s`, figure: getFigure(row, 'wall_s'), atMost: seconds },
    { what: `${of}, peak MB`, figure: getFigure(row, 'peak_mb'), atMost: megabytes },
  ];
}

/** Ten times the trials may cost ten times as much. */
function createLinearAim(rows: readonly Row[]): Aim {
  return {
    what: `${OURS}, CPU of 50,000 × 5,000 trials`,
    figure:
      getFigure(findOwnRow(rows, 50_000), 'cpu_s') / getFigure(findOwnRow(rows, 5000), 'cpu_s'),
    atMost: 10,
  };
}

function findOwnRow(rows: readonly Row[], cases: number): Row | undefined {
  return rows.find((row) => row.name === OURS && row['cases'] === cases);
}

/** Returns NaN, which meets no aim, if the figure is missing. */
function getFigure(row: Row | undefined, name: string): number {
  const value = row?.[name];
  return typeof value === 'number' ? value : Number.NaN;
}
