import { unjudgedText } from '../report/gate.ts';
import type { Report } from '../report/report.ts';
import type { RunMeta } from '../run-meta.ts';
import { escaped } from './escaped.ts';
import { costText, countText, percentText, secondsText, withinText } from './figures.ts';
import type { Survey, TrialMark } from './survey.ts';

/** A list of figures: name, value, and a note about the value. */
export function figuresHtml(
  figures: readonly (readonly [name: string, value: string, more?: string, kind?: string])[],
): string {
  const items = figures.map(([name, value, more = '', kind = '']) => {
    const note = more === '' ? '' : `<dd class="more">${escaped(more)}</dd>`;
    return `<div class="${kind}"><dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>${note}</div>`;
  });
  return `<dl class="totals">${items.join('')}</dl>`;
}

export function totalsHtml({ report, marks }: Survey): string {
  const { meta, pass_rate, mean_score, passed, failed, errors, missing, planned } = report;
  const beside = [withinText(pass_rate), unjudgedText(report)].filter((text) => text !== '');
  const wall = wallSeconds(meta);
  return figuresHtml([
    ['pass rate', percentText(pass_rate?.mean), beside.join(' · '), 'main'],
    ['passed', countText(passed), '', 'passed'],
    ['failed', countText(failed), '', 'failed'],
    ['errors', countText(errors), 'in no rate', 'error'],
    ...(missing > 0
      ? ([['not run', countText(missing), `of ${countText(planned)}`, 'error']] as const)
      : []),
    ['mean score', mean_score ? mean_score.mean.toFixed(3) : 'unknown'],
    ['cost', costText(report.cost_usd), knownCost([...marks.values()])],
    ['tokens', countText(report.total_tokens)],
    ['judges cost', costText(report.judge_cost_usd), 'apart from it'],
    [
      'duration',
      wall === null ? 'unknown' : secondsText(wall),
      `${secondsText(report.duration_s)} of trials`,
    ],
  ]);
}

/** The known part of the cost, where the sum is unknown. */
function knownCost(marks: readonly TrialMark[]): string {
  const known = marks.flatMap(({ cost_usd }) => (cost_usd === null ? [] : [cost_usd]));
  if (known.length === marks.length || known.length === 0) return '';
  const sum = known.reduce((a, b) => a + b, 0);
  const unknown = marks.length - known.length;
  return `${costText(sum)} known, ${countText(unknown)} ${unknown === 1 ? 'trial' : 'trials'} not`;
}

/** `null` while the run goes on, or where it was stopped. */
function wallSeconds({ started_at, ended_at }: RunMeta): number | null {
  if (ended_at === undefined) return null;
  const seconds = (Date.parse(ended_at) - Date.parse(started_at)) / 1000;
  return Number.isFinite(seconds) ? seconds : null;
}

/** The name of the suite, as far as a run knows it. */
export function suiteOf({ tasks_path, tasks_sha256 }: RunMeta): string {
  const name = tasks_path?.split(/[/\\]/).at(-1);
  return name ?? `tasks ${tasks_sha256.slice(0, 12)}`;
}

/** How the run was made, on one line. */
export function settingOf({ meta, trials, tasks, missing }: Report): string {
  return [
    meta.started_at.replace('T', ' ').replace(/\.\d+Z$/, ' UTC'),
    `${countText(trials)} trials of ${countText(tasks.length)} tasks`,
    ...(missing > 0 ? [`${countText(missing)} not run`] : []),
    `seed ${meta.seed}`,
    `graders ${meta.graders.join(', ') || 'none'}`,
  ].join(' · ');
}
