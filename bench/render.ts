import { readable } from './statistics.ts';
import type { Aim, Report, Unavailable } from './suite.ts';
import { renderTable } from './table.ts';

/** A suite's report as people read it: the table, who is missing from it, then what was aimed at. */
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
      ? [figure <= aim.atMost, `at most ${readable(aim.atMost)}`]
      : [figure >= aim.atLeast, `at least ${readable(aim.atLeast)}`];
  return `aim ${isMet ? 'met' : 'missed'}: ${what}: ${readable(figure)}, ${bound}`;
}
