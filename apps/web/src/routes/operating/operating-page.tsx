import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { counted, type ServerHealth } from '@timestep-ai/timestep/view';
import { Segments } from '../../components/controls/segments.tsx';
import { Loaded } from '../../components/notices/loaded.tsx';
import { ErrorBoundary } from '../../components/notices/notices.tsx';
import { Sparkline } from '../../components/plots/sparkline.tsx';
import { TaskStateLabel } from '../../components/values/state-label.tsx';
import { formatDuration } from '../../components/values/formats.ts';
import { MetricsTable } from './metrics-table.tsx';
import { StoreSection } from './store-section.tsx';
import { WORK_PERIODS } from '../hourly/work-search.ts';
import { WorkSection } from './work-section.tsx';
import { computeCpuShares, appendSample, type Sample } from './samples.ts';
import { useRead } from '../../api/queries.ts';
import { Moment } from '../../components/values/moment.tsx';

const route = getRouteApi('/operating');

export function OperationsPage() {
  const { period = 'day' } = route.useSearch();
  const navigate = route.useNavigate();
  const health = useRead<ServerHealth>(['operating'], '/operating', { refetchInterval: 5000 });
  const { data, dataUpdatedAt } = health;
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => {
    if (data) setSamples((before) => appendSample(before, data, dataUpdatedAt));
  }, [data, dataUpdatedAt]);
  return (
    <div className="h-full overflow-y-auto p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl font-semibold">Operations</h1>
        <Segments
          label="Period"
          options={WORK_PERIODS}
          value={period}
          onChange={(next) => void navigate({ search: { period: next }, replace: true })}
        />
      </div>
      <WorkSection period={period} />
      <Loaded query={health} what="the health of the server">
        {(report) => (
          <>
            <HealthSection report={report} />
            <HealthCharts samples={samples} />
            <TaskCounts tasks={report.tasks} />
            <StoreSection />
            <ErrorBoundary>
              <MetricsTable measured={report.measured} />
            </ErrorBoundary>
          </>
        )}
      </Loaded>
    </div>
  );
}

function HealthSection({ report }: { report: ServerHealth }) {
  const { trouble, agents, process, measuredSince } = report;
  return (
    <section aria-label="Health" className="mt-6 text-sm">
      <h2 className="text-base font-semibold">This process</h2>
      <p role="status" className={trouble ? 'text-bad' : 'text-good'}>
        {trouble ? `Tasks cannot be stored: ${trouble.message}` : '✓ Tasks can be stored'}
      </p>
      <p className="mt-1 flex flex-wrap gap-x-4 text-muted">
        <span>{counted(agents, 'agent')}</span>
        <span>up for {formatDuration(process.uptimeMs)}</span>
        <span>
          metrics since <Moment at={measuredSince} />
        </span>
      </p>
    </section>
  );
}

function HealthCharts({ samples }: { samples: readonly Sample[] }) {
  const newest = samples.at(-1);
  if (!newest) return null;
  const shares = computeCpuShares(samples);
  const charts: readonly (readonly [string, readonly number[], string])[] = [
    ['Open tasks', samples.map(({ open }) => open), newest.open.toLocaleString('en')],
    [
      'Memory',
      samples.map((one) => one.memoryBytes),
      `${(newest.memoryBytes / 1e6).toFixed(0)} MB`,
    ],
    ['CPU (one core)', shares, `${(shares.at(-1) ?? 0).toFixed(0)} %`],
  ];
  return (
    <section aria-label="Since this view was opened" className="mt-4 flex flex-wrap gap-3">
      {charts.map(([label, values, text]) => (
        <Sparkline key={label} label={label} values={values} text={text} />
      ))}
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
              <TaskStateLabel state={state} />
              {count.toLocaleString('en')}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
