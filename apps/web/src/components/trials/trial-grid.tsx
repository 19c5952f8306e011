import { memo, useDeferredValue, useMemo, useState, type KeyboardEvent } from 'react';
import { findNeighborCell } from './neighbor-cell.ts';
import { OUTCOMES, type Outcome } from '../values/state-label.tsx';

/** A trial, or a pair of trials in a comparison. */
export interface GridCell {
  readonly trial: number;
  readonly outcome: Outcome;
  /** Names of the graders that did not pass. */
  readonly failing: readonly string[];
}

export interface GridRow {
  readonly id: string;
  readonly group?: string;
  readonly tags: readonly string[];
  readonly figures: string;
  readonly why: string;
  readonly cells: readonly GridCell[];
}

export interface TrialRef {
  readonly task: string;
  readonly trial: number;
}

/** Number of rows per block; the browser lays out a block when one of its rows becomes visible. */
const ROWS_PER_BLOCK = 40;

interface TrialGridProps {
  readonly rows: readonly GridRow[];
  readonly selected?: TrialRef | undefined;
  readonly onOpen: (task: string, trial: number) => void;
}

/** A grid of trials. Tab focuses one trial, and arrow keys move between trials. */
export function TrialGrid({ rows, selected, onOpen }: TrialGridProps) {
  const [stop, setStop] = useState<TrialRef>();
  // Only the first rows are rendered at once; the rest follows when the browser is idle.
  const shown = useDeferredValue(rows, rows.slice(0, ROWS_PER_BLOCK));
  const blocks = useMemo(() => splitIntoBlocks(shown), [shown]);
  const at = [selected, stop].find((one) => hasTrial(shown, one)) ?? findFirstTrial(shown);
  return (
    <div
      role="list"
      aria-label="Tasks of the run"
      className="h-full overflow-y-auto print:h-auto"
      onKeyDown={moveFocusToNeighborCell}
    >
      {blocks.map((block) => (
        <RowBlock
          key={block[0]?.id}
          rows={block}
          stop={findTrialInBlock(block, at)}
          selected={findTrialInBlock(block, selected)}
          onOpen={onOpen}
          onStop={setStop}
        />
      ))}
    </div>
  );
}

function moveFocusToNeighborCell(event: KeyboardEvent): void {
  const next = event.target instanceof Element && findNeighborCell(event.target, event.key);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function hasTrial(rows: readonly GridRow[], ref: TrialRef | undefined): boolean {
  const row = ref && rows.find(({ id }) => id === ref.task);
  return row?.cells.some(({ trial }) => trial === ref?.trial) ?? false;
}

function findFirstTrial([row]: readonly GridRow[]): TrialRef | undefined {
  const [cell] = row?.cells ?? [];
  return row && cell && { task: row.id, trial: cell.trial };
}

function splitIntoBlocks(rows: readonly GridRow[]): readonly (readonly GridRow[])[] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_PER_BLOCK) }, (_, at) =>
    rows.slice(at * ROWS_PER_BLOCK, (at + 1) * ROWS_PER_BLOCK),
  );
}

/** Finds the trial if it is in this block; undefined keeps other blocks from rendering again. */
function findTrialInBlock(
  block: readonly GridRow[],
  ref: TrialRef | undefined,
): TrialRef | undefined {
  return ref && block.some(({ id }) => id === ref.task) ? ref : undefined;
}

interface RowBlockProps {
  readonly rows: readonly GridRow[];
  /** The trial that the Tab key focuses, if the trial is in this block. */
  readonly stop: TrialRef | undefined;
  readonly selected: TrialRef | undefined;
  readonly onOpen: (task: string, trial: number) => void;
  readonly onStop: (trial: TrialRef) => void;
}

const RowBlock = memo(function Block({ rows, stop, selected, onOpen, onStop }: RowBlockProps) {
  return (
    <div className="[contain-intrinsic-size:auto_180rem] [content-visibility:auto] print:[content-visibility:visible]">
      {rows.map((row) => (
        <TaskRow
          key={row.id}
          row={row}
          stop={stop?.task === row.id ? stop.trial : undefined}
          selected={selected?.task === row.id ? selected.trial : undefined}
          onOpen={onOpen}
          onStop={onStop}
        />
      ))}
    </div>
  );
});

interface TaskRowProps extends Pick<RowBlockProps, 'onOpen' | 'onStop'> {
  readonly row: GridRow;
  readonly stop: number | undefined;
  readonly selected: number | undefined;
}

const TaskRow = memo(function TaskRow({ row, stop, selected, onOpen, onStop }: TaskRowProps) {
  const { id, group, tags, figures, why, cells } = row;
  return (
    <div role="listitem" data-task={id} className="border-b border-line px-4 py-2">
      {group !== undefined && <h3 className="mb-1 text-sm font-semibold">{group}</h3>}
      <div className="flex flex-wrap items-baseline gap-x-3">
        <bdi className="min-w-0 font-mono text-sm">{id}</bdi>
        {tags.map((tag) => (
          <bdi key={tag} className="rounded-sm border border-line px-1 text-xs text-muted">
            {tag}
          </bdi>
        ))}
        <span className="text-sm text-muted tabular-nums">{figures}</span>
      </div>
      <div className="mt-1 flex flex-wrap gap-1">
        {cells.map(({ trial, outcome }) => {
          const [mark, words, look] = OUTCOMES[outcome];
          return (
            <button
              key={trial}
              type="button"
              data-trial={trial}
              tabIndex={trial === stop ? 0 : -1}
              aria-label={`${id}, trial ${trial}: ${words}`}
              aria-pressed={trial === selected}
              className={`size-7 rounded-sm border border-line hover:bg-surface aria-pressed:border-2 aria-pressed:border-accent ${look}`}
              onFocus={() => onStop({ task: id, trial })}
              onClick={() => onOpen(id, trial)}
            >
              {mark}
            </button>
          );
        })}
      </div>
      {why !== '' && <p className="mt-1 line-clamp-2 text-xs text-muted">{why}</p>}
    </div>
  );
});
