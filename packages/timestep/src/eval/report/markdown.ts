import { formatPercent, formatUnjudgedNote, listProblems } from './pass-conditions.ts';
import type { Report, TaskReport } from './report.ts';

const MAX_TASKS = 20;
const MAX_REASON_LENGTH = 500;

/** Formats a report for a CI job. `problems` defaults to errored and missing trials. */
export function formatMarkdownSummary(
  report: Report,
  problems: readonly string[] = listProblems(report),
): string {
  const { meta, pass_rate, passed, failed, errors, tasks } = report;
  const interval = pass_rate?.interval;
  const within = interval
    ? ` (95 %: ${formatPercent(interval.low)} to ${formatPercent(interval.high)})`
    : '';
  const unjudged = formatUnjudgedNote(report);
  const beside = unjudged === '' ? '' : `, ${unjudged}`;
  const bad = tasks.filter((task) => task.failed + task.errors > 0);
  const lines = [
    `## ${escapeMarkdown(meta.agent)}: ${formatPercent(pass_rate?.mean)} passed${within}${beside}`,
    '',
    ...problems.flatMap((problem) => [`**Failed**: ${escapeMarkdown(problem)}`, '']),
    `${report.trials} trials of ${tasks.length} tasks: ${passed} passed, ${failed} failed, ${errors} errored.`,
    '',
    ...formatTable([
      ['k', ...report.pass_at.map((_, index) => String(index + 1))],
      ['pass@k', ...report.pass_at.map(formatPercent)],
      ['pass^k', ...report.pass_all.map(formatPercent)],
    ]),
  ];
  if (bad.length > 0) {
    const rows = bad.slice(0, MAX_TASKS).map(formatTaskRow);
    lines.push('', ...formatTable([['task', 'passed', 'errored', 'failing'], ...rows]));
    if (bad.length > MAX_TASKS) lines.push('', `and ${bad.length - MAX_TASKS} more`);
  }
  return `${lines.join('\n')}\n`;
}

function formatTaskRow({ task_id, passed, failed, errors, failing }: TaskReport): string[] {
  const [first] = failing;
  const reason = first?.reason.slice(0, MAX_REASON_LENGTH);
  const why = first ? `${first.name} ${first.times}×: ${reason}` : '';
  const judged = `${passed}/${passed + failed}`;
  return [escapeMarkdown(task_id), judged, String(errors), escapeMarkdown(why)];
}

function formatTable([head = [], ...rows]: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

/** Escapes text for Markdown and HTML and joins its lines. */
function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_{}[\]()#!|~]/g, String.raw`\$&`);
}
