import { compareRuns, type CompareOptions, type Comparison } from '../report/compare.ts';
import type { StoredRun } from '../report/read-run.ts';
import type { Report } from '../report/report.ts';
import { comparisonModel } from './comparison-model.ts';
import { chunksOf, detailChunks } from './detail-chunks.ts';
import { differencePlot } from './difference-plot.ts';
import { escaped } from './escaped.ts';
import {
  betweenText,
  costText,
  countText,
  differenceText,
  percentText,
  withinText,
} from './figures.ts';
import { PAGE_END, pageBegin } from './page-html.ts';
import { pageScript } from './page-script.ts';
import { countedRows, surveyOf } from './survey.ts';
import { readTaskTags, type TaskTags } from './task-tags.ts';
import { figuresHtml, settingOf, suiteOf } from './totals-html.ts';

/**
 * Two runs of the same tasks as one HTML file: whether they differ, what became worse and what better,
 * and their trials side by side. Throws `EvalError` where they cannot be compared.
 */
export function* comparisonHtml(
  before: StoredRun,
  after: StoredRun,
  options: CompareOptions = {},
  tags: TaskTags = readTaskTags(after.meta),
): Generator<string> {
  const comparison = compareRuns(before, after, options);
  const surveys = [surveyOf(before), surveyOf(after)] as const;
  const [first, second] = surveys;
  const suite = suiteOf(after.meta);
  const runs = [`before: ${before.meta.agent}`, `after: ${after.meta.agent}`] as const;
  yield pageBegin({
    title: `${suite}: ${verdictText(comparison)}`,
    overview: `<header>
<h1>${escaped(suite)} <span class="agent">${verdictText(comparison)}</span></h1>
${differenceHtml(comparison)}
</header>
<div class="charts compared">
<figure><figcaption><h2>Difference</h2><p class="key">with its interval at 95 %, over tasks</p></figcaption>${differencePlot(comparison)}</figure>
${runsHtml([first.report, second.report])}
</div>`,
    model: comparisonModel({ surveys, runs, comparison, tags }),
    script: pageScript(),
  });
  yield* detailChunks(countedRows(before, first), 0);
  yield* detailChunks(countedRows(after, second), chunksOf(first.marks.size));
  yield PAGE_END;
}

function verdictText({ verdict }: Comparison): string {
  return verdict.replaceAll('-', ' ');
}

function differenceHtml(comparison: Comparison): string {
  const { tasks, pairs, better, worse, difference, interval, p_value } = comparison;
  const { before, after } = comparison;
  const tasksText = `${countText(tasks)} ${tasks === 1 ? 'task' : 'tasks'}`;
  return figuresHtml([
    ['difference', `${differenceText(difference)} points`, betweenText(interval), 'main'],
    ['trials worse', countText(worse), '', 'failed'],
    ['trials better', countText(better), '', 'passed'],
    ['pairs', countText(pairs), 'that broke in neither'],
    ['broken before', countText(before.errors + before.missing), `of ${countText(before.planned)}`],
    ['broken after', countText(after.errors + after.missing), `of ${countText(after.planned)}`],
    ['p', p_value < 0.0001 ? '< 0.0001' : p_value.toFixed(4), `sign flips of ${tasksText}`],
    ['tasks worse', countText(comparison.regressions.length)],
    ['tasks better', countText(comparison.improvements.length)],
  ]);
}

/** The two runs in columns. */
function runsHtml(reports: readonly [Report, Report]): string {
  const row = (name: string, text: (report: Report) => string): string => {
    const cells = reports.map((report) => `<td>${escaped(text(report))}</td>`);
    return `<tr><th scope="row">${name}</th>${cells.join('')}</tr>`;
  };
  const rows = [
    row('agent', ({ meta }) => meta.agent),
    row('pass rate', ({ pass_rate }) => percentText(pass_rate?.mean)),
    row('interval', ({ pass_rate }) => withinText(pass_rate)),
    row('passed', ({ passed }) => countText(passed)),
    row('failed', ({ failed }) => countText(failed)),
    row('errors', ({ errors }) => countText(errors)),
    row('not run', ({ missing }) => countText(missing)),
    row('cost', ({ cost_usd }) => costText(cost_usd)),
    row('judges cost', ({ judge_cost_usd }) => costText(judge_cost_usd)),
    row('run', settingOf),
  ];
  return `<figure><figcaption><h2>Runs</h2></figcaption><table class="runs"><thead><tr><td></td><th scope="col">before</th><th scope="col">after</th></tr></thead><tbody>${rows.join('')}</tbody></table></figure>`;
}
