import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { EvalRunView } from 'timestep/view';
import { dollarsText, percentText, withinText } from '../../components/eval-text.ts';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { FigureList, type Figure } from '../../components/figure-list.tsx';
import { Panel } from '../../components/panel.tsx';
import { PassPlot } from '../../components/pass-plot.tsx';
import { lengthText, momentText } from '../../components/time-text.ts';
import { runRows } from './run-grid.ts';
import { TrialBrowser } from './trial-browser.tsx';
import { TrialPanel } from './trial-panel.tsx';
import { useRunList, useRunView } from './use-evals.ts';

const route = getRouteApi('/evals/$run');

/** One run: how sure its rates are, which trials passed, and what was said in them. */
export function RunPage() {
  const { run } = route.useParams();
  const { view, error, retry } = useRunView(run);
  return (
    <div className="p-4">
      <Link to="/evals" className="text-sm text-accent underline">
        All runs
      </Link>
      <h1 className="mt-1 text-xl font-semibold">
        <bdi>{run}</bdi>
      </h1>
      {error && <FailureNotice message={error.message} onRetry={retry} />}
      {!view && !error && <p className="text-muted">Reading the run…</p>}
      {view && (
        <Panel>
          <Shown view={view} />
        </Panel>
      )}
    </div>
  );
}

function Shown({ view }: { readonly view: EvalRunView }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const rows = useMemo(() => runRows(view), [view]);
  return (
    <>
      <p className="text-sm text-muted">
        {view.suite}, {view.agent}, begun {momentText(Date.parse(view.startedAt))}, seed {view.seed}
        , graders {view.graders.join(', ')}
      </p>
      {view.isGoing && <Progress view={view} />}
      <div className="mt-3">
        <FigureList figures={figuresOf(view)} />
      </div>
      {view.broke.length > 0 && <Broke view={view} />}
      <h2 className="mt-4 font-semibold">pass@k and pass^k</h2>
      <PassPlot points={view.passes} />
      <CompareWith view={view} />
      <h2 className="mt-4 mb-2 font-semibold">Tasks and trials</h2>
      <TrialBrowser
        rows={rows}
        search={search}
        outcomes={['passed', 'failed', 'error']}
        onChange={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      >
        {(task, trial) => (
          <TrialPanel run={view.name} task={task} trial={trial} label={`Trial ${trial}`} />
        )}
      </TrialBrowser>
    </>
  );
}

function figuresOf(view: EvalRunView): Figure[] {
  const missing = view.planned - view.trials;
  return [
    { name: 'Pass rate', value: percentText(view.passRate?.mean), note: withinText(view.passRate) },
    { name: 'Passed', value: view.passed.toLocaleString('en') },
    { name: 'Failed', value: view.failed.toLocaleString('en') },
    { name: 'Broke', value: view.errors.toLocaleString('en'), note: 'in no rate' },
    ...(missing > 0 ? [{ name: 'Not run', value: missing.toLocaleString('en') }] : []),
    { name: 'Mean score', value: view.meanScore ? view.meanScore.mean.toFixed(3) : 'unknown' },
    { name: 'Tokens', value: view.totalTokens.toLocaleString('en') },
    { name: 'Cost', value: dollarsText(view.costUsd) },
    { name: 'Cost of judges', value: dollarsText(view.judgeCostUsd), note: 'apart from it' },
    { name: 'Duration', value: lengthText(view.durationS * 1000), note: 'of all trials together' },
  ];
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

/** Runs of the same tasks, any of which this one can be held against. */
function CompareWith({ view: { name, tasksDigest } }: { readonly view: EvalRunView }) {
  const navigate = useNavigate();
  const { data } = useRunList();
  const others = data?.runs.filter((run) => run.tasksDigest === tasksDigest && run.name !== name);
  if (!others || others.length === 0) return null;
  return (
    <label className="mt-4 flex flex-wrap items-center gap-2 text-sm">
      Compare with the earlier run
      <select
        value=""
        className="min-h-8 max-w-full rounded-md border border-line bg-page px-2"
        onChange={({ target }) =>
          void navigate({
            to: '/evals/$run/against/$before',
            params: { run: name, before: target.value },
          })
        }
      >
        <option value="">choose</option>
        {others.map((run) => (
          <option key={run.name} value={run.name}>
            {run.name} ({run.agent})
          </option>
        ))}
      </select>
    </label>
  );
}
