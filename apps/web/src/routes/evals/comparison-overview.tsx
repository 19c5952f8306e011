import { useMemo, type ReactNode } from 'react';
import type { EvalComparison, EvalRunView } from '@timestep-ai/timestep/view';
import { DifferencePlot } from '../../components/difference-plot.tsx';
import { dollarsText, percentText, withinText } from '../../components/eval-text.ts';
import { FigureList } from '../../components/figure-list.tsx';
import { comparisonFigures, countText, settingText } from './run-figures.ts';
import { comparisonRows } from './run-grid.ts';
import { TrialBrowser } from './trial-browser.tsx';
import type { TrialSearch } from './trial-search.ts';

const VERDICTS: Readonly<Record<EvalComparison['verdict'], string>> = {
  regression: 'Worse: a difference that chance alone hardly makes',
  improvement: 'Better: a difference that chance alone hardly makes',
  'no-difference': 'No difference that chance alone would not make',
  'too-few-tasks': 'Too few tasks to show a difference',
  broken: 'Too many trials broke or are missing to say more',
};

/** Two runs of the same tasks: whether they differ, in what, and their trials side by side. */
export function ComparisonOverview({
  comparison,
  before,
  after,
  search,
  onChange,
  children,
}: {
  readonly comparison: EvalComparison;
  readonly before: EvalRunView;
  readonly after: EvalRunView;
  readonly search: TrialSearch;
  readonly onChange: (search: TrialSearch) => void;
  /** Shows a trial of both runs. */
  readonly children: (task: string, trial: number) => ReactNode;
}) {
  const rows = useMemo(
    () => comparisonRows(before, after, comparison),
    [before, after, comparison],
  );
  return (
    <>
      <p className="mt-2 font-semibold">{VERDICTS[comparison.verdict]}</p>
      <div className="mt-2">
        <FigureList figures={comparisonFigures(comparison)} />
      </div>
      <DifferencePlot difference={comparison.difference} interval={comparison.interval} />
      <RunTable runs={[before, after]} />
      <h2 className="mt-4 mb-2 font-semibold">Tasks and pairs of trials</h2>
      <TrialBrowser rows={rows} search={search} onChange={onChange}>
        {(task, trial) => <div className="flex flex-wrap gap-6">{children(task, trial)}</div>}
      </TrialBrowser>
    </>
  );
}

const ROWS: readonly (readonly [string, (run: EvalRunView) => string])[] = [
  ['Run', ({ name }) => name],
  ['Agent', ({ agent }) => agent],
  ['Pass rate', ({ passRate }) => percentText(passRate?.mean)],
  ['Interval', ({ passRate }) => withinText(passRate)],
  ['Trials', ({ trials, planned }) => `${countText(trials)} of ${countText(planned)}`],
  ['Passed', ({ passed }) => countText(passed)],
  ['Failed', ({ failed }) => countText(failed)],
  ['Broke', ({ errors }) => countText(errors)],
  ['Not run', ({ trials, planned }) => countText(planned - trials)],
  ['Cost', ({ costUsd }) => dollarsText(costUsd)],
  ['Cost of judges', ({ judgeCostUsd }) => dollarsText(judgeCostUsd)],
  ['Made', settingText],
];

function RunTable({ runs }: { readonly runs: readonly EvalRunView[] }) {
  return (
    <table className="mt-3 text-left text-sm">
      <caption className="sr-only">The two runs</caption>
      <thead>
        <tr>
          <td />
          <th scope="col" className="pe-4 text-muted">
            before
          </th>
          <th scope="col" className="text-muted">
            after
          </th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map(([name, text]) => (
          <tr key={name} className="border-t border-line">
            <th scope="row" className="pe-4 text-muted">
              {name}
            </th>
            {runs.map((run, at) => (
              <td key={at === 0 ? 'before' : 'after'} className="pe-4">
                {text(run)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
