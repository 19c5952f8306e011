import { readable } from './statistics.ts';
import type { Aim, Report } from './suite.ts';
import { renderTable } from './table.ts';

/** A suite's report as people read it: the table, then what was aimed at. */
export function renderReport({ head, lines, aims }: Report): string {
  return [renderTable(head, lines), '', ...aims.map(renderAim)].join('\n');
}

function renderAim({ what, figure, atMost }: Aim): string {
  const verdict = figure <= atMost ? 'met' : 'missed';
  return `aim ${verdict}: ${what}: ${readable(figure)}, at most ${readable(atMost)}`;
}
