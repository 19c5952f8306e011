import { problemsOf, unjudgedText } from './gate.ts';
import type { Report, TaskReport } from './report.ts';

/** Tasks in a summary, which people read beside many others. */
const MOST_TASKS = 20;
const MOST_REASON = 120;

/**
 * A report as Markdown, for the summary of a CI job. `problems` are what keeps the run from passing;
 * by default, what broke and what is missing.
 */
export function summaryMarkdown(
  report: Report,
  problems: readonly string[] = problemsOf(report),
): string {
  const { meta, pass_rate, passed, failed, errors, tasks } = report;
  const interval = pass_rate?.interval;
  const within = interval ? ` (95 %: ${percent(interval.low)} to ${percent(interval.high)})` : '';
  const unjudged = unjudgedText(report);
  const beside = unjudged === '' ? '' : `, ${unjudged}`;
  const bad = tasks.filter((task) => task.failed + task.errors > 0);
  const lines = [
    `## ${escaped(meta.agent)}: ${percent(pass_rate?.mean)} passed${within}${beside}`,
    '',
    ...problems.flatMap((problem) => [`**Failed**: ${escaped(problem)}`, '']),
    `${report.trials} trials of ${tasks.length} tasks: ${passed} passed, ${failed} failed, ${errors} broken.`,
    '',
    ...table([
      ['k', ...report.pass_at.map((_, index) => String(index + 1))],
      ['pass@k', ...report.pass_at.map(percent)],
      ['pass^k', ...report.pass_all.map(percent)],
    ]),
  ];
  if (bad.length > 0) {
    const rows = bad.slice(0, MOST_TASKS).map(rowOf);
    lines.push('', ...table([['task', 'passed', 'broken', 'failing'], ...rows]));
    if (bad.length > MOST_TASKS) lines.push('', `and ${bad.length - MOST_TASKS} more`);
  }
  return `${lines.join('\n')}\n`;
}

function rowOf({ task_id, passed, failed, errors, failing }: TaskReport): string[] {
  const [first] = failing;
  const why = first ? `${first.name} ${first.times}×: ${first.reason.slice(0, MOST_REASON)}` : '';
  return [escaped(task_id), `${passed}/${passed + failed}`, String(errors), escaped(why)];
}

function table([head = [], ...rows]: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

function percent(share: number | null | undefined): string {
  return share === null || share === undefined ? 'unknown' : `${(share * 100).toFixed(1)} %`;
}

/** Text without a meaning in Markdown or HTML, on one line. */
function escaped(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_{}[\]()#!|~]/g, String.raw`\$&`);
}
