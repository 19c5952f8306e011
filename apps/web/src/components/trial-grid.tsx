import { VList } from 'virtua';
import { OUTCOMES, type Outcome } from './verdict-badge.tsx';

/** A task in the grid, with its trials. */
export interface GridRow {
  readonly id: string;
  /** The heading above it, where another group begins. */
  readonly group?: string;
  readonly figures: string;
  /** What failed most, in short. */
  readonly why: string;
  readonly cells: readonly { readonly trial: number; readonly outcome: Outcome }[];
}

/** Tasks below each other, their trials beside each other: each trial opens. */
export function TrialGrid({
  rows,
  selected,
  onOpen,
}: {
  readonly rows: readonly GridRow[];
  readonly selected?: { readonly task: string; readonly trial: number } | undefined;
  readonly onOpen: (task: string, trial: number) => void;
}) {
  return (
    <VList data={rows} className="h-full" role="list" aria-label="Tasks of the run" tabIndex={0}>
      {({ id, group, figures, why, cells }) => (
        <div role="listitem" key={id} className="border-b border-line px-4 py-2">
          {group !== undefined && <h3 className="mb-1 text-sm font-semibold">{group}</h3>}
          <div className="flex flex-wrap items-baseline gap-x-3">
            <bdi className="min-w-0 font-mono text-sm">{id}</bdi>
            <span className="text-sm text-muted tabular-nums">{figures}</span>
          </div>
          <div className="mt-1 flex flex-wrap gap-1">
            {cells.map(({ trial, outcome }) => {
              const [mark, words, look] = OUTCOMES[outcome];
              const isSelected = selected?.task === id && selected.trial === trial;
              return (
                <button
                  key={trial}
                  type="button"
                  aria-label={`${id}, trial ${trial}: ${words}`}
                  aria-pressed={isSelected}
                  className={`size-7 rounded-sm border border-line hover:bg-surface aria-pressed:border-2 aria-pressed:border-accent ${look}`}
                  onClick={() => onOpen(id, trial)}
                >
                  {mark}
                </button>
              );
            })}
          </div>
          {why !== '' && <p className="mt-1 line-clamp-2 text-xs text-muted">{why}</p>}
        </div>
      )}
    </VList>
  );
}
