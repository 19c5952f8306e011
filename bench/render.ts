import { formatFigure } from './statistics.ts';
import type { Aim, Report, Unavailable } from './suite.ts';
import { renderTable } from './table.ts';

/** Formats a suite's report for people: the table, the missing subjects, then the aims. */
export function renderReport(
  { head, lines, aims }: Report,
  missing: readonly Unavailable[] = [],
): string {
  const table = renderTable(head, [...lines, ...missing.map(({ name }) => [name, 'NOT MEASURED'])]);
  return [table, '', ...missing.map(renderMissing), ...aims.map(renderAim)].join('\n');
}

function renderMissing({ name, unavailable }: Unavailable): string {
  return `NOT MEASURED: ${name}: ${unavailable}`;
}

function renderAim(aim: Aim): string {
  const { what, figure } = aim;
  const [isMet, bound] =
    'atMost' in aim
      ? [figure <= aim.atMost, `at most ${formatFigure(aim.atMost)}`]
      : [figure >= aim.atLeast, `at least ${formatFigure(aim.atLeast)}`];
  return `aim ${isMet ? 'met' : 'missed'}: ${what}: ${formatFigure(figure)}, ${bound}`;
}
