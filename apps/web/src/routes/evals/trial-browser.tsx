import { useMemo, type ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { TrialGrid, type GridRow } from '../../components/trial-grid.tsx';
import type { Outcome } from '../../components/verdict-badge.tsx';
import { neighbourOf, selectedRows } from './run-grid.ts';
import { TrialFilterBar } from './trial-filter-bar.tsx';
import { openTrial, type TrialSearch } from './trial-search.ts';

/** The grid with its filters, and below it the trial that is open. */
export function TrialBrowser({
  rows,
  search,
  outcomes,
  onChange,
  children,
}: {
  readonly rows: readonly GridRow[];
  readonly search: TrialSearch;
  readonly outcomes: readonly Outcome[];
  readonly onChange: (search: TrialSearch) => void;
  /** Shows a trial. */
  readonly children: (task: string, trial: number) => ReactNode;
}) {
  const shown = useMemo(() => selectedRows(rows, search), [rows, search]);
  const open = openTrial(search);
  const trials = shown.reduce((sum, { cells }) => sum + cells.length, 0);
  const { task: _task, trial: _trial, ...filters } = search;
  const step = (by: 1 | -1, words: string): ReactNode => {
    const next = open && neighbourOf(shown, open, by);
    return (
      <Button
        disabled={next === undefined}
        onClick={() => next && onChange({ ...filters, ...next })}
      >
        {words}
      </Button>
    );
  };
  return (
    <>
      <TrialFilterBar search={search} outcomes={outcomes} onChange={onChange} />
      <p role="status" className="mt-2 text-sm text-muted">
        {trials.toLocaleString('en')} trials of {shown.length.toLocaleString('en')} tasks
      </p>
      <div className="mt-2 h-[60vh] min-h-48 border border-line">
        <TrialGrid
          rows={shown}
          selected={open}
          onOpen={(task, trial) => onChange({ ...filters, task, trial })}
        />
      </div>
      {open && (
        <div className="mt-4">
          <div className="flex flex-wrap items-center gap-2">
            <h2 className="me-auto min-w-0 text-lg font-semibold">
              <bdi className="font-mono">{open.task}</bdi>, trial {open.trial}
            </h2>
            {step(-1, 'Previous trial')}
            {step(1, 'Next trial')}
            <Button onClick={() => onChange(filters)}>Close the trial</Button>
          </div>
          {children(open.task, open.trial)}
        </div>
      )}
    </>
  );
}
