import { memo, useDeferredValue, useMemo, useState, type KeyboardEvent } from 'react';
import { cellBeside } from './cell-beside.ts';
import { OUTCOMES, type Outcome } from './verdict-badge.tsx';

/** A trial, or a pair of trials, in the grid. */
export interface GridCell {
  readonly trial: number;
  readonly outcome: Outcome;
  /** The graders that did not pass. */
  readonly failing: readonly string[];
}

/** A task in the grid, with its trials. */
export interface GridRow {
  readonly id: string;
  /** The heading above it, where another group begins. */
  readonly group?: string;
  readonly tags: readonly string[];
  readonly figures: string;
  /** What failed most, in short. */
  readonly why: string;
  readonly cells: readonly GridCell[];
}

/** A trial of a task by its number. */
export interface TrialPlace {
  readonly task: string;
  readonly trial: number;
}

/** Rows that are laid out together, once one of them comes into sight. */
const ROWS_OF_A_BLOCK = 40;

/**
 * Tasks below each other, their trials beside each other: each trial opens. It is one stop for the Tab key, and
 * arrow keys move between trials. Rows out of sight are not laid out, but can be found and printed.
 */
export function TrialGrid({
  rows,
  selected,
  onOpen,
}: {
  readonly rows: readonly GridRow[];
  readonly selected?: TrialPlace | undefined;
  readonly onOpen: (task: string, trial: number) => void;
}) {
  const [stop, setStop] = useState<TrialPlace>();
  // The first rows are shown at once, and thousands of others as the browser finds time.
  const shown = useDeferredValue(rows, rows.slice(0, ROWS_OF_A_BLOCK));
  const blocks = useMemo(() => blocksOf(shown), [shown]);
  const places = useMemo(() => placesOf(shown), [shown]);
  const at = [selected, stop].find((one) => one && places.has(placeKey(one))) ?? firstOf(shown);

  return (
    <div
      role="list"
      aria-label="Tasks of the run"
      className="h-full overflow-y-auto print:h-auto"
      onKeyDown={move}
    >
      {blocks.map((block) => (
        <Block
          key={block[0]?.id}
          rows={block}
          stop={inside(block, at)}
          selected={inside(block, selected)}
          onOpen={onOpen}
          onStop={setStop}
        />
      ))}
    </div>
  );
}

function move(event: KeyboardEvent): void {
  const next = event.target instanceof Element && cellBeside(event.target, event.key);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function placeKey({ task, trial }: TrialPlace): string {
  return `${trial} ${task}`;
}

function placesOf(rows: readonly GridRow[]): ReadonlySet<string> {
  return new Set(
    rows.flatMap(({ id, cells }) => cells.map(({ trial }) => placeKey({ task: id, trial }))),
  );
}

function firstOf([row]: readonly GridRow[]): TrialPlace | undefined {
  const [cell] = row?.cells ?? [];
  return row && cell && { task: row.id, trial: cell.trial };
}

function blocksOf(rows: readonly GridRow[]): readonly (readonly GridRow[])[] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_OF_A_BLOCK) }, (_, at) =>
    rows.slice(at * ROWS_OF_A_BLOCK, (at + 1) * ROWS_OF_A_BLOCK),
  );
}

/** A place where it is in a block, so that other blocks stay as they are. */
function inside(block: readonly GridRow[], place: TrialPlace | undefined): TrialPlace | undefined {
  return place && block.some(({ id }) => id === place.task) ? place : undefined;
}

const Block = memo(function Block({
  rows,
  stop,
  selected,
  onOpen,
  onStop,
}: {
  readonly rows: readonly GridRow[];
  /** The trial at which the Tab key stops, where it is here. */
  readonly stop: TrialPlace | undefined;
  readonly selected: TrialPlace | undefined;
  readonly onOpen: (task: string, trial: number) => void;
  readonly onStop: (place: TrialPlace) => void;
}) {
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

const TaskRow = memo(function TaskRow({
  row: { id, group, tags, figures, why, cells },
  stop,
  selected,
  onOpen,
  onStop,
}: {
  readonly row: GridRow;
  /** The trial of this task at which the Tab key stops. */
  readonly stop: number | undefined;
  readonly selected: number | undefined;
  readonly onOpen: (task: string, trial: number) => void;
  readonly onStop: (place: TrialPlace) => void;
}) {
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
