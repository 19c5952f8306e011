import { CONCURRENCIES } from '../durable/measurement.ts';
import { formatFigure } from '../statistics.ts';
import { requireRow, type Report, type Row } from '../suite.ts';

/** The subject with an activity that writes no data of its own. */
export const FLOOR = 'temporal-activity';
export const OURS = 'timestep-temporal';

/** Returns an empty report if there is no server to measure on. */
export function createTemporalReport(rows: readonly Row[]): Report {
  const rates = CONCURRENCIES.map((tasks) => `effects/s, ${tasks}`);
  const head = ['', ...rates, 'CPU µs', '× bare activity', 'accept ms p50', 'p99'];
  if (rows.length === 0) return { head, lines: [], aims: [] };
  const floor = requireRow(rows, FLOOR).cpu_us;
  return {
    head,
    lines: rows.map((row) => [
      row.name,
      ...CONCURRENCIES.map((tasks) => formatFigure(getFigure(row, `effects_per_s_${tasks}`))),
      formatFigure(row.cpu_us),
      formatFigure(row.cpu_us / floor),
      formatFigure(getFigure(row, 'accept_p50_ms')),
      formatFigure(getFigure(row, 'accept_p99_ms')),
    ]),
    aims: [
      {
        what: 'timestep-temporal, CPU of an effect × bare activity, servers included',
        figure: requireRow(rows, OURS).cpu_us / floor,
        atMost: 1.3,
      },
    ],
  };
}

/** Returns NaN, which meets no aim, if the figure is missing. */
function getFigure(row: Row, name: string): number {
  const value = row[name];
  return typeof value === 'number' ? value : Number.NaN;
}
