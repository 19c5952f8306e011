import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { EvalRunView } from '@timestep-ai/timestep/view';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { ErrorBoundary } from '../../components/error-boundary.tsx';
import { RunOverview } from './run-overview.tsx';
import { StopRunButton } from './stop-run-button.tsx';
import { TrialPanel } from './trial-panel.tsx';
import { useRunList, useRunView } from './use-evals.ts';

const route = getRouteApi('/evals/$run');

/** The page of one run: pass rates, trials and transcripts. */
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
      {!view && !error && <p className="text-muted">Loading the run…</p>}
      {view?.canBeStopped === true && <StopRunButton run={run} />}
      {view && (
        <ErrorBoundary>
          <LoadedRun view={view} />
        </ErrorBoundary>
      )}
    </div>
  );
}

function LoadedRun({ view }: { readonly view: EvalRunView }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <RunOverview
      view={view}
      search={search}
      onChange={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      beside={<CompareWithSelect view={view} />}
    >
      {(task, trial) => (
        <TrialPanel run={view.name} task={task} trial={trial} label={`Trial ${trial}`} />
      )}
    </RunOverview>
  );
}

/** A selection of other runs of the same tasks to compare with. */
function CompareWithSelect({ view: { name, tasksDigest } }: { readonly view: EvalRunView }) {
  const navigate = useNavigate();
  const { data } = useRunList();
  const others = data?.runs.filter((run) => run.tasksDigest === tasksDigest && run.name !== name);
  if (!others || others.length === 0) return null;
  return (
    <label className="mt-4 flex flex-wrap items-center gap-2 text-sm">
      Compare with an earlier run
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
