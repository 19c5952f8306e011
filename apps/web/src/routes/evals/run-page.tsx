import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { EvalRunView } from '@timestep-ai/timestep/view';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { RunOverview } from './run-overview.tsx';
import { StopRun } from './stop-run.tsx';
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
      {view?.canBeStopped === true && <StopRun run={run} />}
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
  return (
    <RunOverview
      view={view}
      search={search}
      onChange={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      beside={<CompareWith view={view} />}
    >
      {(task, trial) => (
        <TrialPanel run={view.name} task={task} trial={trial} label={`Trial ${trial}`} />
      )}
    </RunOverview>
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
