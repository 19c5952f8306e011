import { readable } from '../statistics.ts';
import type { Aim, Report, Row } from '../suite.ts';

const OURS = 'timestep';

/** What our own runs should not exceed: seconds, megabytes. */
const AIMS = [
  { cases: 500, seconds: 0.5, megabytes: 120 },
  { cases: 5000, seconds: 1, megabytes: 200 },
] as const;

export function evalReport(rows: readonly Row[]): Report {
  return {
    head: ['', 'trials', 'CPU s', 'median', '× ours', 'wall s', 'median', 'peak MB', 'disk MB'],
    lines: rows.map((row) => {
      const our = ours(rows, figure(row, 'cases'));
      return [
        row.name,
        readable(figure(row, 'cases')),
        readable(figure(row, 'cpu_s')),
        readable(figure(row, 'cpu_s_median')),
        our ? readable(figure(row, 'cpu_s') / figure(our, 'cpu_s')) : '-',
        readable(figure(row, 'wall_s')),
        readable(figure(row, 'wall_s_median')),
        readable(figure(row, 'peak_mb')),
        readable(figure(row, 'disk_bytes') / 1e6),
      ];
    }),
    aims: [...AIMS.flatMap((aim) => aimsAt(rows, aim)), linear(rows)],
  };
}

function aimsAt(rows: readonly Row[], { cases, seconds, megabytes }: (typeof AIMS)[number]): Aim[] {
  const of = `${OURS}, ${cases.toLocaleString('en-US')} trials`;
  const row = ours(rows, cases);
  return [
    { what: `${of}, wall s`, figure: figure(row, 'wall_s'), atMost: seconds },
    { what: `${of}, peak MB`, figure: figure(row, 'peak_mb'), atMost: megabytes },
  ];
}

/** Ten times the trials may cost ten times as much. */
function linear(rows: readonly Row[]): Aim {
  return {
    what: `${OURS}, CPU of 50,000 × 5,000 trials`,
    figure: figure(ours(rows, 50_000), 'cpu_s') / figure(ours(rows, 5000), 'cpu_s'),
    atMost: 10,
  };
}

function ours(rows: readonly Row[], cases: number): Row | undefined {
  return rows.find((row) => row.name === OURS && row['cases'] === cases);
}

/** NaN, which meets no aim, where the figure is missing. */
function figure(row: Row | undefined, name: string): number {
  const value = row?.[name];
  return typeof value === 'number' ? value : Number.NaN;
}
