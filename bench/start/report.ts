import { readable } from '../statistics.ts';
import { rowNamed, type Aim, type Report, type Row } from '../suite.ts';

/** Milliseconds that ours may take beside what Node takes for nothing. */
const MOST_ABOVE_NODE_MS = 60;

export function startReport(rows: readonly Row[]): Report {
  return {
    head: ['', 'CPU ms, median', 'best', 'above node', '× timestep'],
    lines: rows.map((row) => [
      row.name,
      readable(figure(row, 'cpu_ms')),
      readable(figure(row, 'cpu_ms_best')),
      readable(figure(row, 'above_node_ms')),
      readable(figure(row, 'cpu_ms') / figure(rowNamed(rows, 'timestep'), 'cpu_ms')),
    ]),
    aims: ['timestep', 'timestep-help'].map((name): Aim => {
      const above = figure(rowNamed(rows, name), 'above_node_ms');
      return { what: `${name}, CPU ms above node`, figure: above, atMost: MOST_ABOVE_NODE_MS };
    }),
  };
}

/** NaN, which meets no aim, where the figure is missing. */
function figure(row: Row, name: string): number {
  const value = row[name];
  return typeof value === 'number' ? value : Number.NaN;
}
