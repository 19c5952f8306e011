import { useMemo, type ReactNode } from 'react';
import type { EvalComparison, EvalRunView } from '@timestep-ai/timestep/view';
import { DifferencePlot } from '../../components/plots/difference-plot.tsx';
import { formatDollars, formatPercent, formatInterval } from '../../components/values/formats.ts';
import { FigureList } from '../../components/values/facts.tsx';
import { listComparisonFigures, formatCount, formatRunSettings } from './run-figures.ts';
import { buildComparisonRows } from './run-grid.ts';
import { TrialBrowser } from './trial-browser.tsx';
import type { TrialSearch } from './trial-search.ts';

const VERDICTS: Readonly<Record<EvalComparison['verdict'], string>> = {
  regression: 'Worse: the difference is statistically significant',
  improvement: 'Better: the difference is statistically significant',
  'no-difference': 'No statistically significant difference',
  'too-few-tasks': 'Too few tasks to show a difference',
  broken: 'No verdict: too many trials errored or are missing',
};

interface ComparisonOverviewProps {
  readonly comparison: EvalComparison;
  readonly before: EvalRunView;
  readonly after: EvalRunView;
  readonly search: TrialSearch;
  readonly onChange: (search: TrialSearch) => void;
  readonly children: (task: string, trial: number) => ReactNode;
}

export function ComparisonOverview(props: ComparisonOverviewProps) {
  const { comparison, before, after, search, onChange, children } = props;
  const rows = useMemo(
    () => buildComparisonRows(before, after, comparison),
    [before, after, comparison],
  );
  return (
    <>
      <p className="mt-2 font-semibold">{VERDICTS[comparison.verdict]}</p>
      <div className="mt-2">
        <FigureList figures={listComparisonFigures(comparison)} />
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
  ['Pass rate', ({ passRate }) => formatPercent(passRate?.mean)],
  ['95 % interval', ({ passRate }) => formatInterval(passRate)],
  ['Trials', ({ trials, planned }) => `${formatCount(trials)} of ${formatCount(planned)}`],
  ['Passed', ({ passed }) => formatCount(passed)],
  ['Failed', ({ failed }) => formatCount(failed)],
  ['Errored', ({ errors }) => formatCount(errors)],
  ['Not run', ({ trials, planned }) => formatCount(planned - trials)],
  ['Cost', ({ costUsd }) => formatDollars(costUsd)],
  ['Judge cost', ({ judgeCostUsd }) => formatDollars(judgeCostUsd)],
  ['Settings', formatRunSettings],
];

function RunTable({ runs }: { runs: readonly EvalRunView[] }) {
  return (
    <table className="mt-3 text-left text-sm">
      <caption className="sr-only">The two runs</caption>
      <thead>
        <tr>
          <td />
          {['before', 'after'].map((head) => (
            <th key={head} scope="col" className="pe-4 text-muted">
              {head}
            </th>
          ))}
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
