import { getRouteApi, Link } from '@tanstack/react-router';
import type { EvalComparison, EvalRunView } from '@timestep-ai/timestep/view';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { ErrorBoundary } from '../../components/error-boundary.tsx';
import { ComparisonOverview } from './comparison-overview.tsx';
import { TrialPanel } from './trial-panel.tsx';
import { useComparison, useRunView } from './use-evals.ts';

const route = getRouteApi('/evals/$run/against/$before');

/** The page of a comparison of two runs. */
export function ComparisonPage() {
  const { run, before } = route.useParams();
  const comparison = useComparison(before, run);
  const [was, is] = [useRunView(before), useRunView(run)];
  const error = comparison.error ?? was.error ?? is.error;
  return (
    <div className="p-4">
      <Link to="/evals/$run" params={{ run }} className="text-sm text-accent underline">
        Back to the run
      </Link>
      <h1 className="mt-1 text-xl font-semibold">
        <bdi>{run}</bdi> against <bdi>{before}</bdi>
      </h1>
      {error && <FailureNotice message={error.message} onRetry={() => void comparison.refetch()} />}
      {!error && !(comparison.data && was.view && is.view) && (
        <p className="text-muted">Comparing…</p>
      )}
      {comparison.data && was.view && is.view && (
        <ErrorBoundary>
          <LoadedComparison comparison={comparison.data} before={was.view} after={is.view} />
        </ErrorBoundary>
      )}
    </div>
  );
}

function LoadedComparison({
  comparison,
  before,
  after,
}: {
  readonly comparison: EvalComparison;
  readonly before: EvalRunView;
  readonly after: EvalRunView;
}) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <ComparisonOverview
      comparison={comparison}
      before={before}
      after={after}
      search={search}
      onChange={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
    >
      {(task, trial) => (
        <>
          <TrialPanel run={before.name} task={task} trial={trial} label="Before" />
          <TrialPanel run={after.name} task={task} trial={trial} label="After" />
        </>
      )}
    </ComparisonOverview>
  );
}
