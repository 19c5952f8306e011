import { Link } from '@tanstack/react-router';
import { counted, type EvalRunListItem } from '@timestep-ai/timestep/view';
import { VList } from 'virtua';
import { Loaded } from '../../components/notices/loaded.tsx';
import { EmptyState } from '../../components/notices/notices.tsx';
import { formatDollars, formatPercent, formatInterval } from '../../components/values/formats.ts';
import { StartRunButton } from './start-run-button.tsx';
import { useRunList, useRunSummary } from './use-evals.ts';
import { Moment } from '../../components/values/moment.tsx';

export function EvalsPage() {
  const list = useRunList();
  const { folder, runs = [] } = list.data ?? {};
  return (
    <div className="flex h-full flex-col">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line p-4">
        <div className="min-w-0">
          <h1 className="text-xl font-semibold">Evals</h1>
          {folder !== undefined && (
            <p role="status" className="text-sm text-muted">
              {counted(runs.length, 'run')} in <code>{folder}</code>
            </p>
          )}
        </div>
        <StartRunButton />
      </div>
      <Loaded query={list} what="runs">
        {() =>
          runs.length > 0 ? (
            <VList
              data={runs}
              className="min-h-0 flex-1"
              role="list"
              aria-label="Runs"
              tabIndex={0}
            >
              {(run) => <RunRow key={run.name} run={run} />}
            </VList>
          ) : (
            <EmptyState title="No runs yet">
              {folder === undefined ? (
                <>
                  This server has no run folder. Start it with <code>--runs DIR</code>.
                </>
              ) : (
                <>
                  Run a suite with{' '}
                  <code>timestep run --tasks tasks.jsonl --outdir {folder}/first</code>
                </>
              )}
            </EmptyState>
          )
        }
      </Loaded>
    </div>
  );
}

function RunRow({ run }: { run: EvalRunListItem }) {
  const { data } = useRunSummary(run.name);
  return (
    <div role="listitem">
      <Link
        to="/evals/$run"
        params={{ run: run.name }}
        className="block border-b border-line px-4 py-2 hover:bg-surface"
      >
        <span className="flex flex-wrap items-baseline gap-x-3">
          <bdi className="font-semibold">{run.name}</bdi>
          {data && <span className="tabular-nums">{formatPercent(data.passRate?.mean)}</span>}
          {data && <span className="text-sm text-muted">{formatInterval(data.passRate)}</span>}
          {data?.isGoing === true && <span className="text-sm text-accent">running</span>}
        </span>
        <span className="flex flex-wrap gap-x-3 text-sm text-muted">
          <bdi>{run.suite}</bdi>
          <bdi>{run.agent}</bdi>
          <span>
            <Moment at={Date.parse(run.startedAt)} />
          </span>
          {data && (
            <span className="tabular-nums">
              {data.trials.toLocaleString('en')} of {counted(data.planned, 'trial')}
              {data.errors > 0 ? `, ${data.errors} errored` : ''}, {formatDollars(data.costUsd)}
            </span>
          )}
        </span>
      </Link>
    </div>
  );
}
