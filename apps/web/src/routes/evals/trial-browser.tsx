import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { TrialGrid, type GridRow, type TrialPlace } from '../../components/trial-grid.tsx';
import { choicesIn, neighbourOf, selectedRows } from './run-grid.ts';
import { TrialFilterBar } from './trial-filter-bar.tsx';
import { openTrial, type TrialSearch } from './trial-search.ts';
import { useTrialKeys } from './use-trial-keys.ts';

/** The grid with its filters, and below it the trial that is open. */
export function TrialBrowser({
  rows,
  search,
  onChange,
  children,
}: {
  readonly rows: readonly GridRow[];
  readonly search: TrialSearch;
  readonly onChange: (search: TrialSearch) => void;
  /** Shows a trial. */
  readonly children: (task: string, trial: number) => ReactNode;
}) {
  const shown = useMemo(() => selectedRows(rows, search), [rows, search]);
  const choices = useMemo(() => choicesIn(rows), [rows]);
  const open = openTrial(search);
  const { task: _task, trial: _trial, ...filters } = search;
  const latest = useRef({ filters, onChange });
  latest.current = { filters, onChange };
  const place = useRef<HTMLDivElement>(null);

  const [previous, next] = ([-1, 1] as const).map((by) => open && neighbourOf(shown, open, by));
  const goTo = (to: TrialPlace | undefined): void => {
    if (to) onChange({ ...filters, ...to });
  };
  const close = (): void => {
    onChange(filters);
    if (open) cellIn(place.current, open)?.focus();
  };
  useTrialKeys(open !== undefined, {
    j: () => goTo(next),
    k: () => goTo(previous),
    Escape: close,
  });
  // The same function for as long as the grid is there, so that its rows need not be made again.
  const openFromGrid = useRef((task: string, trial: number): void => {
    const now = latest.current;
    now.onChange({ ...now.filters, task, trial });
  });
  return (
    <>
      <TrialFilterBar search={search} choices={choices} onChange={onChange} />
      <p role="status" className="mt-2 text-sm text-muted">
        {countsText(shown, rows)}
      </p>
      <div
        ref={place}
        className="mt-2 h-[60vh] min-h-48 border border-line print:h-auto print:border-0"
      >
        <TrialGrid rows={shown} selected={open} onOpen={openFromGrid.current} />
      </div>
      {open && (
        <div className="mt-4">
          <div className="flex flex-wrap items-center gap-2">
            <Heading key={`${open.trial} ${open.task}`} open={open} />
            <Button aria-keyshortcuts="k" disabled={!previous} onClick={() => goTo(previous)}>
              Previous trial
            </Button>
            <Button aria-keyshortcuts="j" disabled={!next} onClick={() => goTo(next)}>
              Next trial
            </Button>
            <Button aria-keyshortcuts="Escape" onClick={close}>
              Close the trial
            </Button>
          </div>
          {children(open.task, open.trial)}
        </div>
      )}
    </>
  );
}

/** The name of the trial that is open, to which the reader is brought. */
function Heading({ open: { task, trial } }: { readonly open: TrialPlace }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <h2 ref={heading} tabIndex={-1} className="me-auto min-w-0 text-lg font-semibold outline-none">
      <bdi className="font-mono">{task}</bdi>, trial {trial}
    </h2>
  );
}

function cellIn(inside: Element | null, { task, trial }: TrialPlace): HTMLElement | undefined {
  const rows = [...(inside?.querySelectorAll<HTMLElement>('[data-task]') ?? [])];
  const row = rows.find((one) => one.dataset['task'] === task);
  return row?.querySelector<HTMLElement>(`[data-trial="${trial}"]`) ?? undefined;
}

function countsText(shown: readonly GridRow[], all: readonly GridRow[]): string {
  const trials = ofText(trialsIn(shown), trialsIn(all));
  return `${trials} trials of ${ofText(shown.length, all.length)} tasks`;
}

function trialsIn(rows: readonly GridRow[]): number {
  return rows.reduce((sum, { cells }) => sum + cells.length, 0);
}

function ofText(some: number, all: number): string {
  const text = some.toLocaleString('en');
  return some === all ? text : `${text} of ${all.toLocaleString('en')}`;
}
