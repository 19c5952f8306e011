import { formatFigure } from '../statistics.ts';
import { requireRow, type Report, type Row } from '../suite.ts';

/** The untraced subject that each subject is compared with. */
const UNTRACED: Readonly<Record<string, string>> = {
  timestep: 'timestep-untraced',
  'otel-sdk': 'timestep-untraced',
  'ai-sdk-traced': 'ai-sdk',
  'mastra-traced': 'mastra',
};

/** Compares medians, because the figures of two subjects are divided. */
export function createTraceReport(rows: readonly Row[]): Report {
  const lines = rows.map((row) => [
    row.name,
    formatFigure(row.cpu_us),
    formatFigure(row.cpu_us_median),
    ratioText(rows, row),
    formatFigure(getFigure(row, 'latency_us')),
    formatFigure(getFigure(row, 'latency_p99_us')),
    formatFigure(getFigure(row, 'spans')),
  ]);
  const ours = requireRow(rows, 'timestep');
  return {
    head: ['', 'CPU µs', 'median', '× untraced', 'latency µs', 'p99', 'spans'],
    lines,
    aims: [
      {
        what: 'timestep, × untraced',
        figure: ours.cpu_us_median / requireRow(rows, 'timestep-untraced').cpu_us_median,
        atMost: 1.3,
      },
      {
        what: 'projection, CPU µs per span',
        figure: getFigure(ours, 'projection_us_per_span'),
        atMost: 10,
      },
    ],
  };
}

function ratioText(rows: readonly Row[], row: Row): string {
  const untraced = UNTRACED[row.name];
  if (untraced === undefined) return '';
  const beside = rows.find(({ name }) => name === untraced);
  return beside ? formatFigure(row.cpu_us_median / beside.cpu_us_median) : '';
}

function getFigure(row: Row, name: string): number {
  return Number(row[name]);
}
