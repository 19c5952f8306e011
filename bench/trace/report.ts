import { readable } from '../statistics.ts';
import { rowNamed, type Report, type Row } from '../suite.ts';

/** What each subject is compared with: the same work without tracing. */
const UNTRACED: Readonly<Record<string, string>> = {
  timestep: 'timestep-untraced',
  'otel-sdk': 'timestep-untraced',
  'ai-sdk-traced': 'ai-sdk',
  'mastra-traced': 'mastra',
};

/** Medians are compared, because the figures of two subjects are divided. */
export function traceReport(rows: readonly Row[]): Report {
  const lines = rows.map((row) => [
    row.name,
    readable(row.cpu_us),
    readable(row.cpu_us_median),
    ratioText(rows, row),
    readable(figure(row, 'latency_us')),
    readable(figure(row, 'latency_p99_us')),
    readable(figure(row, 'spans')),
  ]);
  const ours = rowNamed(rows, 'timestep');
  return {
    head: ['', 'CPU µs', 'median', '× untraced', 'latency µs', 'p99', 'spans'],
    lines,
    aims: [
      {
        what: 'timestep, × untraced',
        figure: ours.cpu_us_median / rowNamed(rows, 'timestep-untraced').cpu_us_median,
        atMost: 1.3,
      },
      {
        what: 'projection, CPU µs per span',
        figure: figure(ours, 'projection_us_per_span'),
        atMost: 10,
      },
    ],
  };
}

function ratioText(rows: readonly Row[], row: Row): string {
  const untraced = UNTRACED[row.name];
  if (untraced === undefined) return '';
  const beside = rows.find(({ name }) => name === untraced);
  return beside ? readable(row.cpu_us_median / beside.cpu_us_median) : '';
}

function figure(row: Row, name: string): number {
  return Number(row[name]);
}
