import type { Report, TaskReport } from '../eval/index.ts';
import { plainLine, shortened } from './plain-text.ts';
import { counted } from './quantity.ts';
import { shareText } from './share.ts';
import { tableOf } from './table.ts';

/** How many tasks are shown without `--all`. */
const MOST_TASKS = 20;
const MOST_REASON = 60;

/**
 * A report for people: its result, the trials that were not judged, then the worst tasks with the
 * grader that failed.
 */
export function reportText(report: Report, unjudged: string, isAll: boolean): string[] {
  const { meta, pass_rate, passed, failed, errors, tasks } = report;
  const shown = isAll ? tasks : tasks.slice(0, MOST_TASKS);
  const interval = pass_rate?.interval;
  const within = interval
    ? `, 95 % within ${shareText(interval.low)} and ${shareText(interval.high)}`
    : '';
  const beside = unjudged === '' ? '' : `; ${unjudged}`;
  const rows = [
    ['agent', plainLine(meta.agent)],
    [
      'trials',
      `${report.trials} of ${counted(tasks.length, 'task')}: ${passed} passed, ${failed} failed, ${errors} broken`,
    ],
    [
      'pass rate',
      `${shareText(pass_rate?.mean)} of ${passed + failed} that did not break${within}${beside}`,
    ],
    ['mean score', report.mean_score ? report.mean_score.mean.toFixed(3) : 'unknown'],
    ['tokens', String(report.total_tokens)],
    ['cost', costText(report.cost_usd)],
    ['judges cost', costText(report.judge_cost_usd)],
  ];
  const ks = report.pass_at.map((_, index) => String(index + 1));
  return [
    ...tableOf(rows),
    '',
    ...tableOf([
      ['k', ...ks],
      ['pass@k', ...report.pass_at.map(shareText)],
      ['pass^k', ...report.pass_all.map(shareText)],
    ]),
    '',
    ...(report.broke.length > 0 ? [...brokenText(report), ''] : []),
    ...tableOf([['task', 'passed', 'broken', 'score', 'failing'], ...shown.map(taskRow)]),
    ...(shown.length < tasks.length ? [`and ${tasks.length - shown.length} more: see --all`] : []),
  ];
}

/** Why trials broke. */
export function brokenText({ broke }: Report): string[] {
  return broke.map(
    ({ name, times, reason }) => `broken: ${name} ${times}×: ${plainLine(shortened(reason, 200))}`,
  );
}

function taskRow({ task_id, passed, failed, errors, mean_score, failing }: TaskReport): string[] {
  const [first] = failing;
  const why = first ? `${first.name} ${first.times}×: ${shortened(first.reason, MOST_REASON)}` : '';
  return [
    plainLine(shortened(task_id, 40)),
    `${passed}/${passed + failed}`,
    String(errors),
    mean_score === null ? '-' : mean_score.toFixed(2),
    plainLine(why),
  ];
}

function costText(cost: number | null): string {
  return cost === null ? 'unknown' : `$${cost.toFixed(4)}`;
}
