import { FailureNotice } from '../../components/failure-notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { TrialView } from './trial-view.tsx';
import { useTrial } from './use-evals.ts';

/** One trial of a run of the server. */
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
      {!data && !error && <p className="p-4 text-muted">Reading the trial…</p>}
      {data && (
        <Panel key={`${run} ${trial} ${task}`}>
          <TrialView trial={data} label={label} />
        </Panel>
      )}
    </section>
  );
}
