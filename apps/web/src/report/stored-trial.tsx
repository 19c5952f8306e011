import { useEffect, useState } from 'react';
import type { EvalTrial } from '@timestep-ai/timestep/view';
import { FailureNotice } from '../components/failure-notice.tsx';
import { Panel } from '../components/panel.tsx';
import { TrialView } from '../routes/evals/trial-view.tsx';
import type { ReadDetail } from './details.ts';

/** One trial of the file. */
export function StoredTrial({
  number,
  label,
  read,
}: {
  /** Of its detail; `undefined` where the run has no such trial. */
  readonly number: number | undefined;
  readonly label: string;
  readonly read: ReadDetail;
}) {
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
        <p className="text-sm text-muted">{label}: there is no such trial in this run.</p>
      )}
      {message !== undefined && <FailureNotice message={message} />}
      {trial && (
        <Panel>
          <TrialView trial={trial} label={label} />
        </Panel>
      )}
    </section>
  );
}
