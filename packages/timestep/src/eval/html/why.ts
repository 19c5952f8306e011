import type { TaskReport } from '../report/report.ts';

const MOST_REASON = 160;

/** What failed a task most often, with the reason of the first failure, on one line. */
export function whyOf({ failing }: TaskReport): string {
  const [first] = failing;
  if (!first) return '';
  const { name, times, reason } = first;
  const line = reason.slice(0, 2 * MOST_REASON).replaceAll(/\s+/g, ' ');
  const short = line.length > MOST_REASON ? `${line.slice(0, MOST_REASON)}…` : line;
  return `${name} ${times}×: ${short}`;
}
