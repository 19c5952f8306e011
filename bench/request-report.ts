import { readable } from './statistics.ts';
import { rowNamed, type Aim, type Report, type Row } from './suite.ts';

/** Figures of servers that were all sent the same requests, against the barest of them. */
export function requestReport(rows: readonly Row[], bare: string, aims: readonly Aim[]): Report {
  const least = rowNamed(rows, bare).cpu_us;
  return {
    head: ['', 'CPU µs', 'median', '× bare', 'RSS MB'],
    lines: rows.map((row) => [
      row.name,
      readable(row.cpu_us),
      readable(row.cpu_us_median),
      readable(row.cpu_us / least),
      String(row['rss_mb']),
    ]),
    aims,
  };
}
