import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { TrialGrid, type GridRow, type TrialRef } from '../../components/trials/trial-grid.tsx';
import { collectFilterChoices, findNeighborTrial, filterRows } from './run-grid.ts';
import { TrialFilterBar } from './trial-filter-bar.tsx';
import { getOpenTrial, type TrialSearch } from './trial-search.ts';
import { useKeyDown } from '../../shell/use-key-down.ts';

export interface TrialBrowserProps {
  readonly rows: readonly GridRow[];
  readonly search: TrialSearch;
  readonly onChange: (search: TrialSearch) => void;
  readonly children: (task: string, trial: number) => ReactNode;
}

export function TrialBrowser({ rows, search, onChange, children }: TrialBrowserProps) {
  const shown = useMemo(() => filterRows(rows, search), [rows, search]);
  const choices = useMemo(() => collectFilterChoices(rows), [rows]);
  const open = getOpenTrial(search);
  const { task: _task, trial: _trial, ...filters } = search;
  const latest = useRef({ filters, onChange });
  latest.current = { filters, onChange };
  const place = useRef<HTMLDivElement>(null);

  const [previous, next] = ([-1, 1] as const).map(
    (by) => open && findNeighborTrial(shown, open, by),
  );
  const goTo = (to: TrialRef | undefined): void => {
    if (to) onChange({ ...filters, ...to });
  };
  const close = (): void => {
    onChange(filters);
    if (open) findTrialCell(place.current, open)?.focus();
  };
  useKeyDown(({ key, target }, isPlain) => {
    if (!open || !isPlain || (target instanceof Element && target.matches('dialog *'))) return;
    if (key === 'j') goTo(next);
    else if (key === 'k') goTo(previous);
    else if (key === 'Escape') close();
  });
  // The function stays the same object, so that the grid rows do not render again.
  const openFromGrid = useRef((task: string, trial: number): void => {
    const now = latest.current;
    now.onChange({ ...now.filters, task, trial });
  });
  return (
    <>
      <TrialFilterBar search={search} choices={choices} onChange={onChange} />
      <p role="status" className="mt-2 text-sm text-muted">
        {formatShownTrialsAndTasks(shown, rows)}
      </p>
      <div
        ref={place}
        className="mt-2 h-[60vh] min-h-48 border border-line print:h-auto print:border-0"
      >
        <TrialGrid rows={shown} selected={open} onOpen={openFromGrid.current} />
      </div>
      {open && (
        <div
          role="complementary"
          aria-label="Trial"
          className="mt-4 lg:fixed lg:inset-y-0 lg:end-0 lg:z-10 lg:mt-0 lg:w-208 lg:max-w-[58vw] lg:overflow-y-auto lg:border-s lg:border-line lg:bg-page lg:p-4 lg:shadow-2xl print:static print:w-auto"
        >
          <div className="flex flex-wrap items-center gap-2">
            <TrialHeading key={`${open.trial} ${open.task}`} open={open} />
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

/** Heading of the open trial, which gets the focus and is scrolled into view. */
function TrialHeading({ open: { task, trial } }: { open: TrialRef }) {
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

function findTrialCell(
  container: Element | null,
  { task, trial }: TrialRef,
): HTMLElement | undefined {
  const rows = [...(container?.querySelectorAll<HTMLElement>('[data-task]') ?? [])];
  const row = rows.find((one) => one.dataset['task'] === task);
  return row?.querySelector<HTMLElement>(`[data-trial="${trial}"]`) ?? undefined;
}

function formatShownTrialsAndTasks(shown: readonly GridRow[], all: readonly GridRow[]): string {
  const trials = formatPartOfTotal(countTrials(shown), countTrials(all));
  return `${trials} trials of ${formatPartOfTotal(shown.length, all.length)} tasks`;
}

function countTrials(rows: readonly GridRow[]): number {
  return rows.reduce((sum, { cells }) => sum + cells.length, 0);
}

function formatPartOfTotal(part: number, total: number): string {
  const text = part.toLocaleString('en');
  return part === total ? text : `${text} of ${total.toLocaleString('en')}`;
}
