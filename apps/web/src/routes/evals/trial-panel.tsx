import { Loaded } from '../../components/notices/loaded.tsx';
import { TrialView } from './trial-view.tsx';
import { getRunApiPath } from './use-evals.ts';
import type { EvalTrial } from '@timestep-ai/timestep/view';
import { useRead } from '../../api/queries.ts';

interface TrialPanelProps {
  readonly run: string;
  readonly task: string;
  readonly trial: number;
  readonly label: string;
}

export function TrialPanel({ run, task, trial, label }: TrialPanelProps) {
  const query = useRead<EvalTrial>(
    ['evals', run, 'trial', task, trial],
    getRunApiPath(run, `/trial?${new URLSearchParams({ task, trial: String(trial) })}`),
  );
  return (
    <section aria-label={label} className="min-w-0 flex-1 basis-80">
      <Loaded key={`${run} ${trial} ${task}`} query={query} what="the trial">
        {(data) => <TrialView trial={data} label={label} />}
      </Loaded>
    </section>
  );
}
