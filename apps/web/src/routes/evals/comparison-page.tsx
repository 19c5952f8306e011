import { getRouteApi, Link } from '@tanstack/react-router';
import type { EvalComparison } from '@timestep-ai/timestep/view';
import { ErrorBoundary, FailureNotice } from '../../components/notices/notices.tsx';
import { ComparisonOverview } from './comparison-overview.tsx';
import { TrialPanel } from './trial-panel.tsx';
import { useRunView } from './use-evals.ts';
import { useRead } from '../../api/queries.ts';

const route = getRouteApi('/evals/$run/against/$before');

export function ComparisonPage() {
  const { run, before } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const comparison = useRead<EvalComparison>(
    ['evals', before, 'against', run],
    `/evals/compare?${new URLSearchParams({ before, after: run })}`,
  );
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
          <ComparisonOverview
            comparison={comparison.data}
            before={was.view}
            after={is.view}
            search={search}
            onChange={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
          >
            {(task, trial) => (
              <>
                <TrialPanel run={before} task={task} trial={trial} label="Before" />
                <TrialPanel run={run} task={task} trial={trial} label="After" />
              </>
            )}
          </ComparisonOverview>
        </ErrorBoundary>
      )}
    </div>
  );
}
