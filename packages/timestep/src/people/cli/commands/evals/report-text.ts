import { formatForeignLine } from '#core';
import type { Report, TaskReport } from '#eval';
import { formatTable, truncateAndCountRest } from '../../output/plain-text.ts';
import { formatCount } from '../../options/quantity.ts';

const MAX_TASKS = 20;
const MAX_REASON_LENGTH = 300;

export function formatReport(report: Report, unjudged: string, isAll: boolean): string[] {
  const { meta, pass_rate, passed, failed, errors, tasks } = report;
  const shown = isAll ? tasks : tasks.slice(0, MAX_TASKS);
  const within = formatInterval(pass_rate?.interval);
  const beside = unjudged === '' ? '' : `; ${unjudged}`;
  const rows = [
    ['agent', formatForeignLine(meta.agent)],
    [
      'trials',
      `${report.trials} of ${formatCount(tasks.length, 'task')}: ${passed} passed, ${failed} failed, ${errors} errored`,
    ],
    [
      'pass rate',
      `${formatShare(pass_rate?.mean)} of ${passed + failed} graded trials${within}${beside}`,
    ],
    ['mean score', report.mean_score ? report.mean_score.mean.toFixed(3) : 'unknown'],
    ['tokens', String(report.total_tokens)],
    ['cost', formatCost(report.cost_usd)],
    ['judge cost', formatCost(report.judge_cost_usd)],
  ];
  const ks = report.pass_at.map((_, index) => String(index + 1));
  return [
    ...formatTable(rows),
    '',
    ...formatTable([
      ['k', ...ks],
      ['pass@k', ...report.pass_at.map(formatShare)],
      ['pass^k', ...report.pass_all.map(formatShare)],
    ]),
    '',
    ...(report.broke.length > 0 ? [...formatErroredTrials(report), ''] : []),
    ...formatTable([
      ['task', 'passed', 'errored', 'score', 'failing'],
      ...shown.map(formatTaskRow),
    ]),
    ...(shown.length < tasks.length ? [`and ${tasks.length - shown.length} more: use --all`] : []),
  ];
}

export function formatInterval(
  interval: { readonly low: number; readonly high: number } | null | undefined,
): string {
  if (!interval) return '';
  return ` (95 % CI ${formatShare(interval.low)} to ${formatShare(interval.high)})`;
}

export function formatErroredTrials({ broke }: Report): string[] {
  return broke.map(
    ({ name, times, reason }) =>
      `errored: ${name} ${times}×: ${formatForeignLine(truncateAndCountRest(reason, 200))}`,
  );
}

function formatTaskRow(task: TaskReport): string[] {
  const { task_id, passed, failed, errors, mean_score } = task;
  const [first] = task.failing;
  const why = first
    ? `${first.name} ${first.times}×: ${truncateAndCountRest(first.reason, MAX_REASON_LENGTH)}`
    : '';
  return [
    formatForeignLine(truncateAndCountRest(task_id, 40)),
    `${passed}/${passed + failed}`,
    String(errors),
    mean_score === null ? '-' : mean_score.toFixed(2),
    formatForeignLine(why),
  ];
}

function formatCost(cost: number | null): string {
  return cost === null ? 'unknown' : `$${cost.toFixed(4)}`;
}

export function formatShare(share: number | null | undefined): string {
  return share === null || share === undefined ? 'unknown' : `${(share * 100).toFixed(1)} %`;
}
