import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { counted, type ServerHealth } from '@timestep-ai/timestep/view';
import { getJson } from '../../api/api-client.ts';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { ErrorBoundary } from '../../components/error-boundary.tsx';
import { Sparkline } from '../../components/sparkline.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { formatDuration, formatTimestamp } from '../../components/format-time.ts';
import { MetricsTable } from './metrics-table.tsx';
import { StoreSection } from './store-section.tsx';
import { computeCpuShares, appendSample, type Sample } from './samples.ts';

const POLL_INTERVAL_MS = 5000;

/** Health of the server, polled while the view is open. */
export function OperationsPage() {
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['operating'],
    queryFn: ({ signal }) => getJson<ServerHealth>('/operating', signal),
    refetchInterval: POLL_INTERVAL_MS,
  });
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => {
    if (data) setSamples((before) => appendSample(before, data, dataUpdatedAt));
  }, [data, dataUpdatedAt]);
  return (
    <div className="h-full overflow-y-auto p-4">
      <h1 className="text-xl font-semibold">Operations</h1>
      {error && <FailureNotice message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <p className="mt-2 text-muted">Loading the health of the server…</p>}
      {data && (
        <>
          <HealthSection report={data} />
          <HealthCharts samples={samples} />
          <TaskCounts tasks={data.tasks} />
          <ErrorBoundary>
            <StoreSection />
          </ErrorBoundary>
          <ErrorBoundary>
            <MetricsTable measured={data.measured} />
          </ErrorBoundary>
        </>
      )}
    </div>
  );
}

function HealthSection({ report }: { readonly report: ServerHealth }) {
  const { trouble, agents, process, measuredSince } = report;
  return (
    <section aria-label="Health" className="mt-2 text-sm">
      <p role="status" className={trouble ? 'text-bad' : 'text-good'}>
        {trouble ? `Tasks cannot be stored: ${trouble.message}` : '✓ Tasks can be stored'}
      </p>
      <p className="mt-1 flex flex-wrap gap-x-4 text-muted">
        <span>{counted(agents, 'agent')}</span>
        <span>up for {formatDuration(process.uptimeMs)}</span>
        <span>metrics since {formatTimestamp(measuredSince)}</span>
      </p>
    </section>
  );
}

function HealthCharts({ samples }: { readonly samples: readonly Sample[] }) {
  const newest = samples.at(-1);
  if (!newest) return null;
  const shares = computeCpuShares(samples);
  return (
    <section aria-label="Since this view was opened" className="mt-4 flex flex-wrap gap-3">
      <Sparkline
        label="Open tasks"
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
        label="CPU (one core)"
        values={shares}
        text={`${(shares.at(-1) ?? 0).toFixed(0)} %`}
      />
    </section>
  );
}

function TaskCounts({ tasks }: Pick<ServerHealth, 'tasks'>) {
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
