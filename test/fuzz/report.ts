import type { FuzzResult } from './fuzz.ts';

const COLUMNS = ['2xx', '3xx', '4xx', '5xx', 'none', 'unsent'];
const SHOWN = 20;

/** Formats routes by kinds of response, and the findings, for people. */
export function reportOf({ sent, findings, tally, longestMs }: FuzzResult, seed: number): string {
  const rows = Object.entries(tally).toSorted(([a], [b]) => a.localeCompare(b));
  const width = Math.max(...rows.map(([route]) => route.length), 'route'.length);
  const line = (name: string, cells: readonly (string | number)[]): string =>
    name.padEnd(width) + cells.map((cell) => String(cell).padStart(8)).join('');
  const table = [
    line('route', COLUMNS),
    ...rows.map(([route, counts]) =>
      line(
        route,
        COLUMNS.map((column) => counts[column] ?? 0),
      ),
    ),
  ];
  const found = findings
    .slice(0, SHOWN)
    .flatMap((finding) => [
      '',
      `${finding.faults.join(', ')}: request ${finding.index} over the ${finding.over}, ${Math.round(finding.busyMs)} ms`,
      `  ${finding.request}`,
      `  ${finding.answer.replaceAll('\n', '\n  ')}`,
    ]);
  const count = (fault: string): number =>
    findings.filter(({ faults }) => faults.some((one) => one === fault)).length;
  const sum = [
    `${sent} requests, seed ${seed}`,
    `${count('server-error')} 5xx`,
    `${count('stack')} stacks`,
    `${count('secret')} secrets`,
    `${count('stall')} stalls over 1 s`,
    `${count('no-answer')} without an answer`,
    `longest ${Math.round(longestMs)} ms`,
  ];
  return [
    ...table,
    ...found,
    '',
    `${sum.join(', ')}: ${findings.length === 0 ? 'ok' : 'BROKEN'}`,
  ].join('\n');
}
