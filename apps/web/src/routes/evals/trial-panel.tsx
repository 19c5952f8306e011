import { FailureNotice } from '../../components/failure-notice.tsx';
import { ErrorBoundary } from '../../components/error-boundary.tsx';
import { TrialView } from './trial-view.tsx';
import { useTrial } from './use-evals.ts';

/** One trial of a run, loaded from the server. */
export function TrialPanel({
  run,
  task,
  trial,
  label,
}: {
  readonly run: string;
  readonly task: string;
  readonly trial: number;
  readonly label: string;
}) {
  const { data, error, refetch } = useTrial(run, task, trial);
  return (
    <section aria-label={label} className="min-w-0 flex-1 basis-80">
      {error && <FailureNotice message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <p className="p-4 text-muted">Loading the trial…</p>}
      {data && (
        <ErrorBoundary key={`${run} ${trial} ${task}`}>
          <TrialView trial={data} label={label} />
        </ErrorBoundary>
      )}
    </section>
  );
}
