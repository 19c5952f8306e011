import { costScatter } from './cost-scatter.ts';
import { escaped } from './escaped.ts';
import { percentText } from './figures.ts';
import { passCurve } from './pass-curve.ts';
import type { PassPoint, ShareEstimate } from './pass-points.ts';
import type { Scattered } from './report-model.ts';

/** Rows of the table beside the curve; with more trials, some k are left out. */
const MOST_ROWS = 10;
const MOST_NAMED = 50;

export function passHtml(points: readonly PassPoint[]): string {
  const step = Math.ceil(points.length / MOST_ROWS);
  const shown = points.filter((_, index) => index % step === 0 || index === points.length - 1);
  const rows = shown.map(
    ({ k, at, all }) =>
      `<tr><th scope="row">${k}</th><td>${estimateHtml(at)}</td><td>${estimateHtml(all)}</td></tr>`,
  );
  const isKnown = points.some(({ at }) => at !== null);
  const note = isKnown
    ? ''
    : '<p class="quiet">Unknown: every task needs a trial that did not break.</p>';
  return `<figure><figcaption><h2>pass@k and pass^k</h2>
<p class="key"><span class="at">● pass@k: at least one of k trials</span> <span class="all">■ pass^k: all of k trials</span> bands: 95 %</p></figcaption>
<div class="plot">${passCurve(points)}<table><thead><tr><th scope="col">k</th><th scope="col">pass@k</th><th scope="col">pass^k</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>${note}
</figure>`;
}

function estimateHtml(estimate: ShareEstimate | null): string {
  if (!estimate) return '<span class="quiet">unknown</span>';
  const { mean, interval } = estimate;
  const within = interval
    ? ` <span class="quiet">${(interval.low * 100).toFixed(1)} to ${(interval.high * 100).toFixed(1)}</span>`
    : '';
  return `${percentText(mean)}${within}`;
}

export function scatterHtml({ dots, unknownCost, unknownScore }: Scattered): string {
  const plot =
    dots.length > 0
      ? costScatter(dots)
      : '<p class="quiet">Nothing to draw: no task has both a score and a known cost.</p>';
  return `<figure><figcaption><h2>Score against cost</h2>
<p class="key"><span class="passed">● all trials passed</span> <span class="some">◆ some</span> <span class="failed">✕ none</span></p></figcaption>
${plot}
${namedHtml('of unknown cost', unknownCost)}${namedHtml('without a score', unknownScore)}
</figure>`;
}

/** Names the tasks that have no place in a drawing. */
function namedHtml(what: string, ids: readonly string[]): string {
  if (ids.length === 0) return '';
  const rest = ids.length - MOST_NAMED;
  const names = ids.slice(0, MOST_NAMED).map((id) => `<code>${escaped(id)}</code>`);
  const more = rest > 0 ? ` and ${rest} more` : '';
  return `<details class="apart"><summary>${ids.length} ${ids.length === 1 ? 'task' : 'tasks'} ${what}</summary><p>${names.join(' ')}${more}</p></details>`;
}
