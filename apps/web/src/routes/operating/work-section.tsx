import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { WorkReport, WorkSeries } from '@timestep-ai/timestep/view';
import { TrendBars } from '../../components/charts/trend.tsx';
import { WorkCharts } from '../../components/charts/work-charts.tsx';
import {
  formatErrors,
  formatKnownCost,
  formatKnownDuration,
} from '../../components/charts/work-figures.ts';
import { Loaded } from '../../components/notices/loaded.tsx';
import { DenseTable, type DenseColumn } from '../../components/values/dense-table.tsx';
import { formatCount } from '../../components/values/formats.ts';
import { useWork } from '../hourly/use-work.ts';
import type { WorkPeriod } from '../hourly/work-search.ts';
import { Moment } from '../../components/values/moment.tsx';

/** Work statistics of a period: over time, by agent and by model. */
export function WorkSection({ period }: { period: WorkPeriod }) {
  const query = useWork(period);
  return (
    <section aria-label="Activity" className="mt-3">
      <Loaded query={query} what="the activity">
        {(report) => <Work report={report} />}
      </Loaded>
    </section>
  );
}

function Work({ report }: { report: WorkReport }) {
  const { total, agents, models, countedSince } = report;
  return (
    <>
      <WorkCharts series={total} since={report.since} stepMs={report.stepMs} />
      <div className="mt-5 grid gap-x-6 gap-y-5 2xl:grid-cols-2">
        <WorkTable title="By agent" name="Agent" counted="Tasks" lines={agents}>
          {({ name }) => (
            <Link
              to="/tasks"
              search={{ agent: name, asked: 'too' }}
              className="font-medium hover:underline"
            >
              {name}
            </Link>
          )}
        </WorkTable>
        <WorkTable title="By model" name="Model" counted="Calls" lines={models}>
          {({ name }) => <span className="font-mono text-xs">{name || 'without a name'}</span>}
        </WorkTable>
      </div>
      <p className="mt-2 text-xs text-muted">
        {countedSince === undefined ? (
          'Nothing has been counted in this period yet.'
        ) : (
          <>
            Counted by hour since <Moment at={countedSince} />. Durations are rounded, by at most an
            eighth.
          </>
        )}
      </p>
    </>
  );
}

interface WorkTableProps {
  readonly title: string;
  readonly name: string;
  readonly counted: string;
  readonly lines: readonly WorkSeries[];
  readonly children: (line: WorkSeries) => ReactNode;
}

function WorkTable({ title, name, counted, lines, children }: WorkTableProps) {
  const columns: readonly DenseColumn<WorkSeries>[] = [
    { head: name, isName: true, sortBy: (line) => line.name, render: children },
    {
      head: counted,
      isNumber: true,
      sortBy: ({ count }) => count,
      render: ({ count }) => formatCount(count),
    },
    {
      head: 'Errors',
      isNumber: true,
      sortBy: ({ failed }) => failed,
      render: (line) => <Errors line={line} />,
    },
    {
      head: 'p50',
      isNumber: true,
      sortBy: ({ p50Ms }) => p50Ms ?? undefined,
      render: ({ p50Ms }) => formatKnownDuration(p50Ms),
    },
    {
      head: 'p95',
      isNumber: true,
      sortBy: ({ p95Ms }) => p95Ms ?? undefined,
      render: ({ p95Ms }) => formatKnownDuration(p95Ms),
    },
    {
      head: 'Tokens',
      isNumber: true,
      sortBy: ({ inputTokens, outputTokens }) => inputTokens + outputTokens,
      render: ({ inputTokens, outputTokens }) => formatCount(inputTokens + outputTokens),
    },
    {
      head: 'Cost',
      isNumber: true,
      sortBy: ({ costUsd }) => costUsd ?? undefined,
      render: formatKnownCost,
    },
    {
      head: 'Over time',
      render: ({ points }) => <TrendBars values={points.map((at) => at.count)} />,
    },
  ];
  return (
    <div className="min-w-0">
      <h2 className="font-semibold">{title}</h2>
      <DenseTable
        label={title}
        columns={columns}
        lines={lines}
        getKey={(line) => line.name}
        empty="No activity in this period."
      />
    </div>
  );
}

function Errors({ line }: { line: WorkSeries }) {
  return <span className={line.failed > 0 ? 'text-bad' : ''}>{formatErrors(line)}</span>;
}
