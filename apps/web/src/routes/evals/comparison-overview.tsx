import { useMemo, type ReactNode } from 'react';
import type { EvalComparison, EvalRunView } from '@timestep-ai/timestep/view';
import { DifferencePlot } from '../../components/plots/difference-plot.tsx';
import { formatDollars, formatPercent, formatInterval } from '../../components/values/formats.ts';
import { FigureList } from '../../components/values/facts.tsx';
import { Table } from '../../components/values/table.tsx';
import {
  describeComparison,
  formatCount,
  formatRunSettings,
  listComparisonFigures,
} from './run-figures.ts';
import { buildComparisonRows } from './run-grid.ts';
import { TagTable } from './tag-table.tsx';
import { TrialBrowser, type TrialBrowserProps } from './trial-browser.tsx';

interface ComparisonOverviewProps extends Omit<TrialBrowserProps, 'rows'> {
  readonly comparison: EvalComparison;
  readonly before: EvalRunView;
  readonly after: EvalRunView;
  readonly beside?: ReactNode;
}

export function ComparisonOverview(props: ComparisonOverviewProps) {
  const { comparison, before, after, beside, search, onChange, children } = props;
  const rows = useMemo(
    () => buildComparisonRows(before, after, comparison),
    [before, after, comparison],
  );
  return (
    <>
      <p className="mt-2 font-semibold">{describeComparison(comparison)}</p>
      <FigureList figures={listComparisonFigures(comparison)} />
      <DifferencePlot difference={comparison.difference} interval={comparison.interval} />
      <Table
        label="The two runs"
        heads={['Measure', 'before', 'after']}
        rows={ROWS.map(([name, text]) => [name, text(before), text(after)])}
        hasRowHeads
      />
      <TagTable view={after} before={before} />
      {beside}
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
