import { useEffect, useState } from 'react';
import type { EvalTrial } from '@timestep-ai/timestep/view';
import { ErrorBoundary, FailureNotice } from '../components/notices/notices.tsx';
import { TrialView } from '../routes/evals/trial-view.tsx';
import type { ReadDetail } from './trial-detail-reader.ts';

interface StoredTrialProps {
  /** Position of the trial in the report file. Undefined if the run has no such trial. */
  readonly number: number | undefined;
  readonly label: string;
  readonly read: ReadDetail;
}

export function StoredTrial({ number, label, read }: StoredTrialProps) {
  const [trial, setTrial] = useState<EvalTrial>();
  const [message, setMessage] = useState<string>();
  useEffect(() => {
    if (number === undefined) return undefined;
    let isShown = true;
    read(number).then(
      (found) => isShown && setTrial(found),
      (thrown: unknown) => {
        const said = thrown instanceof Error ? thrown.message : String(thrown);
        if (isShown) setMessage(`The trial cannot be read: ${said}`);
      },
    );
    return () => {
      isShown = false;
    };
  }, [number, read]);
  return (
    <section aria-label={label} className="min-w-0 flex-1 basis-80">
      {number === undefined && (
        <p className="text-sm text-muted">{label}: this run has no such trial.</p>
      )}
      {message !== undefined && <FailureNotice message={message} />}
      {trial && (
        <ErrorBoundary>
          <TrialView trial={trial} label={label} />
        </ErrorBoundary>
      )}
    </section>
  );
}
