import { useMemo, type ReactNode } from 'react';
import { counted, type EvalRunView } from '@timestep-ai/timestep/view';
import { CostPlot } from '../../components/plots/cost-plot.tsx';
import { FigureList } from '../../components/values/facts.tsx';
import { PassPlot } from '../../components/plots/pass-plot.tsx';
import { listRunFigures, formatRunSettings } from './run-figures.ts';
import { buildRunRows } from './run-grid.ts';
import { TagTable } from './tag-table.tsx';
import { TrialBrowser, type TrialBrowserProps } from './trial-browser.tsx';
import { Fold } from '../../components/controls/fold.tsx';

interface RunOverviewProps extends Omit<TrialBrowserProps, 'rows'> {
  readonly view: EvalRunView;
  readonly beside?: ReactNode;
}

export function RunOverview({ view, search, onChange, beside, children }: RunOverviewProps) {
  const rows = useMemo(() => buildRunRows(view), [view]);
  return (
    <>
      <p className="text-sm text-muted">{formatRunSettings(view)}</p>
      {view.isGoing && <RunProgress view={view} />}
      <FigureList figures={listRunFigures(view)} />
      {view.broke.length > 0 && <ErrorReasons view={view} />}
      <div className="mt-4 flex flex-wrap gap-x-10 gap-y-4">
        <section className="min-w-0">
          <h2 className="mb-1 font-semibold">pass@k and pass^k</h2>
          <PassPlot points={view.passes} />
        </section>
        <section className="min-w-0">
          <h2 className="mb-1 font-semibold">Score by cost</h2>
          <CostPlot tasks={view.tasks} />
        </section>
      </div>
      <TagTable view={view} />
      {beside}
      <h2 className="mt-4 mb-2 font-semibold">Tasks and trials</h2>
      <TrialBrowser rows={rows} search={search} onChange={onChange}>
        {children}
      </TrialBrowser>
    </>
  );
}

function RunProgress({ view: { trials, planned } }: { view: EvalRunView }) {
  return (
    <p role="status" className="mt-2 flex flex-wrap items-center gap-3 text-accent">
      <progress aria-label="Completed trials" max={planned} value={trials} />
      running: {trials.toLocaleString('en')} of {counted(planned, 'trial')}
    </p>
  );
}

function ErrorReasons({ view: { broke } }: { view: EvalRunView }) {
  return (
    <Fold title="Why trials errored" className="mt-3 text-sm">
      <ul>
        {broke.map(({ name, reason, times }) => (
          <li key={`${name} ${reason}`}>
            {times}× <bdi className="font-mono">{name}</bdi>: {reason}
          </li>
        ))}
      </ul>
    </Fold>
  );
}
