import { Link } from '@tanstack/react-router';
import type { EvalRunLine } from '@timestep-ai/timestep/view';
import { VList } from 'virtua';
import { EmptyState } from '../../components/empty-state.tsx';
import { dollarsText, percentText, withinText } from '../../components/eval-text.ts';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { momentText } from '../../components/time-text.ts';
import { StartRun } from './start-run.tsx';
import { useRunList, useRunSummary } from './use-evals.ts';

/** The runs of the server's folder, the newest first. */
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
              {runs.length.toLocaleString('en')} runs in <code>{folder}</code>
            </p>
          )}
        </div>
        <StartRun />
      </div>
      {list.error && (
        <FailureNotice message={list.error.message} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && <p className="p-4 text-muted">Reading runs…</p>}
      {list.data && runs.length === 0 && (
        <EmptyState title="There are no runs yet">
          {folder === undefined ? (
            <>
              This server has no folder of runs: start it with <code>--runs DIR</code>.
            </>
          ) : (
            <>
              Run a suite with <code>timestep run --tasks tasks.jsonl --outdir {folder}/first</code>
            </>
          )}
        </EmptyState>
      )}
      {runs.length > 0 && (
        <VList data={runs} className="min-h-0 flex-1" role="list" aria-label="Runs" tabIndex={0}>
          {(run) => <RunRow key={run.name} run={run} />}
        </VList>
      )}
    </div>
  );
}

function RunRow({ run }: { readonly run: EvalRunLine }) {
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
          {data && <span className="tabular-nums">{percentText(data.passRate?.mean)}</span>}
          {data && <span className="text-sm text-muted">{withinText(data.passRate)}</span>}
          {data?.isGoing === true && <span className="text-sm text-accent">going on</span>}
        </span>
        <span className="flex flex-wrap gap-x-3 text-sm text-muted">
          <bdi>{run.suite}</bdi>
          <bdi>{run.agent}</bdi>
          <span>{momentText(Date.parse(run.startedAt))}</span>
          {data && (
            <span className="tabular-nums">
              {data.trials.toLocaleString('en')} of {data.planned.toLocaleString('en')} trials
              {data.errors > 0 ? `, ${data.errors} broke` : ''}, {dollarsText(data.costUsd)}
            </span>
          )}
        </span>
      </Link>
    </div>
  );
}
