import { formatFigure } from '../statistics.ts';
import { requireRow, type Aim, type Report, type Row } from '../suite.ts';

/** Maximum milliseconds for Timestep above an empty Node program. */
const MOST_ABOVE_NODE_MS = 60;

export function startReport(rows: readonly Row[]): Report {
  return {
    head: ['', 'CPU ms, median', 'best', 'above node', '× timestep'],
    lines: rows.map((row) => [
      row.name,
      formatFigure(getFigure(row, 'cpu_ms')),
      formatFigure(getFigure(row, 'cpu_ms_best')),
      formatFigure(getFigure(row, 'above_node_ms')),
      formatFigure(getFigure(row, 'cpu_ms') / getFigure(requireRow(rows, 'timestep'), 'cpu_ms')),
    ]),
    aims: ['timestep', 'timestep-help'].map((name): Aim => {
      const above = getFigure(requireRow(rows, name), 'above_node_ms');
      return { what: `${name}, CPU ms above node`, figure: above, atMost: MOST_ABOVE_NODE_MS };
    }),
  };
}

/** Returns NaN, which meets no aim, if the figure is missing. */
function getFigure(row: Row, name: string): number {
  const value = row[name];
  return typeof value === 'number' ? value : Number.NaN;
}
