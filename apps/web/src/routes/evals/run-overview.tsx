import { useMemo, type ReactNode } from 'react';
import type { EvalRunView } from '@timestep-ai/timestep/view';
import { CostPlot } from '../../components/cost-plot.tsx';
import { FigureList } from '../../components/figure-list.tsx';
import { PassPlot } from '../../components/pass-plot.tsx';
import { runFigures, settingText } from './run-figures.ts';
import { runRows } from './run-grid.ts';
import { TrialBrowser } from './trial-browser.tsx';
import type { TrialSearch } from './trial-search.ts';

/** A run: how sure its rates are, why trials failed, and which passed. */
export function RunOverview({
  view,
  search,
  onChange,
  beside,
  children,
}: {
  readonly view: EvalRunView;
  readonly search: TrialSearch;
  readonly onChange: (search: TrialSearch) => void;
  /** What else can be done with the run. */
  readonly beside?: ReactNode;
  /** Shows a trial. */
  readonly children: (task: string, trial: number) => ReactNode;
}) {
  const rows = useMemo(() => runRows(view), [view]);
  return (
    <>
      <p className="text-sm text-muted">{settingText(view)}</p>
      {view.isGoing && <Progress view={view} />}
      <div className="mt-3">
        <FigureList figures={runFigures(view)} />
      </div>
      {view.broke.length > 0 && <Broke view={view} />}
      <div className="mt-4 flex flex-wrap gap-x-10 gap-y-4">
        <section className="min-w-0">
          <h2 className="mb-1 font-semibold">pass@k and pass^k</h2>
          <PassPlot points={view.passes} />
        </section>
        <section className="min-w-0">
          <h2 className="mb-1 font-semibold">Score against cost</h2>
          <CostPlot tasks={view.tasks} />
        </section>
      </div>
      {beside}
      <h2 className="mt-4 mb-2 font-semibold">Tasks and trials</h2>
      <TrialBrowser rows={rows} search={search} onChange={onChange}>
        {children}
      </TrialBrowser>
    </>
  );
}

function Progress({ view: { trials, planned } }: { readonly view: EvalRunView }) {
  return (
    <p role="status" className="mt-2 flex flex-wrap items-center gap-3 text-accent">
      <progress aria-label="Trials that are done" max={planned} value={trials} />
      going on: {trials.toLocaleString('en')} of {planned.toLocaleString('en')} trials
    </p>
  );
}

function Broke({ view: { broke } }: { readonly view: EvalRunView }) {
  return (
    <details className="mt-3 text-sm">
      <summary>Why trials broke</summary>
      <ul>
        {broke.map(({ name, reason, times }) => (
          <li key={`${name} ${reason}`}>
            {times}× <bdi className="font-mono">{name}</bdi>: {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}
