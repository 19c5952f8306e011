import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { counted, type OperatingReport } from '@timestep-ai/timestep/view';
import { read } from '../../api/client.ts';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { Sparkline } from '../../components/sparkline.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { lengthText, momentText } from '../../components/time-text.ts';
import { MeasuredTable } from './measured-table.tsx';
import { StoreSection } from './store-section.tsx';
import { cpuShares, withSample, type Sample } from './samples.ts';

const EVERY_MS = 5000;

/** How the server does, while the view is open. */
export function OperatingPage() {
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['operating'],
    queryFn: ({ signal }) => read<OperatingReport>('/operating', signal),
    refetchInterval: EVERY_MS,
  });
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => {
    if (data) setSamples((before) => withSample(before, data, dataUpdatedAt));
  }, [data, dataUpdatedAt]);
  return (
    <div className="h-full overflow-y-auto p-4">
      <h1 className="text-xl font-semibold">Operating</h1>
      {error && <FailureNotice message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <p className="mt-2 text-muted">Reading how the server does…</p>}
      {data && (
        <>
          <Health report={data} />
          <Plots samples={samples} />
          <TaskCounts tasks={data.tasks} />
          <Panel>
            <StoreSection />
          </Panel>
          <Panel>
            <MeasuredTable measured={data.measured} />
          </Panel>
        </>
      )}
    </div>
  );
}

function Health({ report }: { readonly report: OperatingReport }) {
  const { trouble, agents, process, measuredSince } = report;
  return (
    <section aria-label="Health" className="mt-2 text-sm">
      <p role="status" className={trouble ? 'text-bad' : 'text-good'}>
        {trouble ? `Tasks cannot be kept: ${trouble.message}` : '✓ Tasks can be kept'}
      </p>
      <p className="mt-1 flex flex-wrap gap-x-4 text-muted">
        <span>{counted(agents, 'agent')}</span>
        <span>up for {lengthText(process.uptimeMs)}</span>
        <span>tasks measured since {momentText(measuredSince)}</span>
      </p>
    </section>
  );
}

function Plots({ samples }: { readonly samples: readonly Sample[] }) {
  const newest = samples.at(-1);
  if (!newest) return null;
  const shares = cpuShares(samples);
  return (
    <section aria-label="Since this view was opened" className="mt-4 flex flex-wrap gap-3">
      <Sparkline
        label="Tasks that go on"
        values={samples.map(({ open }) => open)}
        text={newest.open.toLocaleString('en')}
      />
      <Sparkline
        label="Tokens"
        values={samples.map(({ tokens }) => tokens)}
        text={newest.tokens.toLocaleString('en')}
      />
      <Sparkline
        label="Memory"
        values={samples.map(({ memoryBytes }) => memoryBytes)}
        text={`${(newest.memoryBytes / 1e6).toFixed(0)} MB`}
      />
      <Sparkline
        label="Of one processor"
        values={shares}
        text={`${(shares.at(-1) ?? 0).toFixed(0)} %`}
      />
    </section>
  );
}

function TaskCounts({ tasks }: Pick<OperatingReport, 'tasks'>) {
  return (
    <section aria-label="Tasks" className="mt-4">
      <h2 className="font-semibold">Tasks</h2>
      <ul className="mt-1 flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {tasks.map(({ state, count }) => (
          <li key={state}>
            <Link to="/tasks" search={{ state }} className="flex gap-2 underline">
              <StateBadge state={state} />
              {count.toLocaleString('en')}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
