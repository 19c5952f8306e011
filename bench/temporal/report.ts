import { CONCURRENCIES } from '../durable/measurement.ts';
import { readable } from '../statistics.ts';
import { rowNamed, type Report, type Row } from '../suite.ts';

/** An activity that writes nothing of its own. */
export const FLOOR = 'temporal-activity';
export const OURS = 'timestep-temporal';

/** Nothing can be said where there is no server to measure on. */
export function temporalReport(rows: readonly Row[]): Report {
  const rates = CONCURRENCIES.map((tasks) => `effects/s, ${tasks}`);
  const head = ['', ...rates, 'CPU µs', '× bare activity', 'accept ms p50', 'p99'];
  if (rows.length === 0) return { head, lines: [], aims: [] };
  const floor = rowNamed(rows, FLOOR).cpu_us;
  return {
    head,
    lines: rows.map((row) => [
      row.name,
      ...CONCURRENCIES.map((tasks) => readable(figure(row, `effects_per_s_${tasks}`))),
      readable(row.cpu_us),
      readable(row.cpu_us / floor),
      readable(figure(row, 'accept_p50_ms')),
      readable(figure(row, 'accept_p99_ms')),
    ]),
    aims: [
      {
        what: 'timestep-temporal, CPU of an effect × bare activity, servers included',
        figure: rowNamed(rows, OURS).cpu_us / floor,
        atMost: 1.3,
      },
    ],
  };
}

/** NaN, which meets no aim, where the figure is missing. */
function figure(row: Row, name: string): number {
  const value = row[name];
  return typeof value === 'number' ? value : Number.NaN;
}
