import { formatFigure } from './statistics.ts';
import { requireRow, type Aim, type Report, type Row } from './suite.ts';

/** Compares the figures of servers with the minimal server; all got the same requests. */
export function createRequestReport(
  rows: readonly Row[],
  bare: string,
  aims: readonly Aim[],
): Report {
  const least = requireRow(rows, bare).cpu_us;
  return {
    head: ['', 'CPU µs', 'median', '× bare', 'RSS MB'],
    lines: rows.map((row) => [
      row.name,
      formatFigure(row.cpu_us),
      formatFigure(row.cpu_us_median),
      formatFigure(row.cpu_us / least),
      String(row['rss_mb']),
    ]),
    aims,
  };
}
