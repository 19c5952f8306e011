import { ChevronRight } from '../../icons/icons.ts';
import {
  formatCost,
  type TimelineRow,
  getRowName,
  getRowNote,
  type RunRow,
} from '@timestep-ai/timestep/view';
import { formatDuration } from '../values/formats.ts';
import { KindSign } from './kind-sign.tsx';
import { RowBar } from './row-bar.tsx';
import type { TimeScale } from './time-scale.ts';

interface RunRowViewProps {
  readonly shown: RunRow;
  readonly scale: TimeScale;
  readonly now: number;
  readonly isChosen: boolean;
  readonly onChoose: (shown: RunRow) => void;
  readonly onToggle: (taskId: string) => void;
}

/** Indentation of a timeline row for each level of the tree, in pixels. */
const INDENT = 18;
const MOST_LEVELS = 6;

export function RunRowView({ shown, scale, now, isChosen, onChoose, onToggle }: RunRowViewProps) {
  const { row, depth, task, isOpen } = shown;
  const name = getRowName(row, task?.agent);
  return (
    <div
      role="listitem"
      className={`group relative grid h-6.5 items-stretch border-s-2 max-sm:h-10 max-sm:grid-rows-[1.75rem_0.5rem] sm:grid-cols-[var(--names)_1fr] ${
        isChosen ? 'border-accent bg-chosen' : 'border-transparent hover:bg-hover/70'
      }`}
    >
      <div
        className="flex min-w-0 items-center gap-1.5 pe-3"
        style={{ paddingInlineStart: `${8 + Math.min(depth, MOST_LEVELS) * INDENT}px` }}
      >
        {isOpen === undefined || !task ? (
          <span className="w-4 shrink-0" />
        ) : (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Close' : 'Open'} the steps of ${name}`}
            className="grid w-4 shrink-0 place-items-center rounded-sm text-muted hover:text-text"
            onClick={() => onToggle(task.id)}
          >
            <ChevronRight aria-hidden="true" size={14} className={isOpen ? 'rotate-90' : ''} />
          </button>
        )}
        <KindSign row={row} />
        <button
          type="button"
          aria-current={isChosen}
          className="flex min-w-0 flex-1 items-center gap-2 self-stretch text-start text-sm -outline-offset-2"
          onClick={() => onChoose(shown)}
        >
          <span
            className={`min-w-0 truncate ${task ? 'font-semibold' : ''} ${
              row.kind === 'mark' || row.kind === 'ready' ? 'text-muted' : ''
            }`}
          >
            {name}
            {(row.attempt ?? 1) > 1 && (
              <span className="text-warn">
                {` attempt ${row.attempt}${row.state === 'done' ? ' succeeded' : ''}`}
              </span>
            )}
          </span>
          <RowNote shown={shown} />
          <RowFigures shown={shown} now={now} />
        </button>
      </div>
      <div aria-hidden="true" className="relative overflow-hidden max-sm:mx-2">
        <RowBar shown={shown} scale={scale} now={now} />
      </div>
    </div>
  );
}

function RowNote({ shown }: { shown: RunRow }) {
  const note = getRowNote(shown);
  if (note === undefined) return null;
  return (
    <span
      className={`min-w-0 flex-1 basis-0 truncate text-xs ${shown.row.state === 'failed' ? 'text-bad' : 'text-muted'}`}
    >
      {note}
    </span>
  );
}

function RowFigures({ shown: { row, spent }, now }: Pick<RunRowViewProps, 'shown' | 'now'>) {
  if (row.kind === 'mark') return null;
  const { from, to = now } = row;
  const cost = spent ? spent.costUsd : row.costUsd;
  return (
    <span className="ms-auto shrink-0 ps-2 text-xs text-muted tabular-nums">
      <RowState row={row} />
      {row.state === 'lost' && to === from ? '' : formatDuration(Math.max(0, to - from))}
      {cost ? ` · ${formatCost(cost)}` : ''}
    </span>
  );
}

/** Words that screen readers say before a row's name for states that the name does not mention. */
const STATE_WORDS: Readonly<Partial<Record<TimelineRow['state'], string>>> = {
  running: 'running ',
  failed: 'failed ',
  lost: 'lost ',
  stopped: 'stopped ',
};

function RowState({ row: { state, kind } }: { row: TimelineRow }) {
  const words = kind === 'crash' ? undefined : STATE_WORDS[state];
  if (words === undefined) return null;
  const color = state === 'failed' || state === 'lost' ? 'text-bad' : '';
  return <span className={color}>{words}</span>;
}
