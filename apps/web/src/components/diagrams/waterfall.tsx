import { VList } from 'virtua';
import type { TimelineRow, TimelineState } from '@timestep-ai/timestep/view';
import type { NestedRow } from './nested-rows.ts';
import { formatDuration } from '../values/formats.ts';

const FILLS: Readonly<Record<TimelineState, string>> = {
  running: 'border border-dashed border-accent bg-accent/25',
  done: 'bg-good',
  failed: 'bg-bad',
  lost: 'border-2 border-dashed border-bad bg-bad/15',
  stopped: 'bg-muted',
};

const WORDS: Readonly<Record<TimelineRow['kind'], string>> = {
  turn: 'turn',
  model: 'model',
  tool: 'tool call',
  approval: 'waiting for approval',
  question: 'waiting for an answer',
  client: 'waiting for the client',
  task: 'waiting for a task',
  mark: '',
};

interface WaterfallProps {
  readonly rows: readonly NestedRow[];
  /** Time of the newest event, in milliseconds since the epoch. */
  readonly now: number;
  readonly onToggle: (taskId: string) => void;
  readonly onOpen: (taskId: string) => void;
}

export function Waterfall({ rows, now, onToggle, onOpen }: WaterfallProps) {
  const start = rows[0]?.row.from ?? now;
  const span = Math.max(1, now - start);
  return (
    <VList data={rows} className="h-full" role="list" aria-label="Timeline" tabIndex={0}>
      {(nested) => (
        <div
          key={nested.key}
          role="listitem"
          className="border-b border-line py-1 sm:grid sm:grid-cols-[20rem_1fr]"
        >
          <RowName nested={nested} now={now} onToggle={onToggle} onOpen={onOpen} />
          <RowBar row={nested.row} start={start} span={span} now={now} />
        </div>
      )}
    </VList>
  );
}

interface RowNameProps extends Omit<WaterfallProps, 'rows'> {
  readonly nested: NestedRow;
}

function RowName({ nested: { row, depth, isOpen, missing }, now, onToggle, onOpen }: RowNameProps) {
  const { kind, label, state, attempt = 1, from, to, detail = missing, awaited } = row;
  const again = attempt > 1 ? `, attempt ${attempt}` : '';
  const length = kind === 'mark' ? '' : `, ${state}, ${formatDuration((to ?? now) - from)}`;
  return (
    <div
      className="min-w-0 pe-2 text-sm"
      style={{ paddingInlineStart: `${Math.min(depth, 6) * 1.25}rem` }}
    >
      <div className="truncate">
        <span className="text-muted">{WORDS[kind]} </span>
        {isOpen !== undefined && awaited !== undefined ? (
          <button
            type="button"
            aria-expanded={isOpen}
            className="underline"
            onClick={() => onToggle(awaited)}
          >
            <span aria-hidden="true">{isOpen ? '▾ ' : '▸ '}</span>
            {label}
          </button>
        ) : (
          label
        )}
        <span className="text-muted">{`${again}${length}`}</span>
        {awaited !== undefined && (
          <button
            type="button"
            aria-label={`Open task ${awaited}`}
            className="ms-2 text-accent underline"
            onClick={() => onOpen(awaited)}
          >
            open
          </button>
        )}
      </div>
      {detail !== undefined && <div className="truncate text-xs text-muted">{detail}</div>}
    </div>
  );
}

interface RowBarProps {
  readonly row: TimelineRow;
  readonly start: number;
  readonly span: number;
  readonly now: number;
}

function RowBar({ row: { kind, state, from, to }, start, span, now }: RowBarProps) {
  const left = `${((from - start) / span) * 100}%`;
  const width = `${Math.max(0.2, (((to ?? now) - from) / span) * 100)}%`;
  return (
    <div aria-hidden="true" className="relative h-5 overflow-hidden">
      {kind === 'mark' ? (
        <span className="absolute top-0 h-5 w-0.5 bg-warn" style={{ left }} />
      ) : (
        <span className={`absolute top-1 h-3 rounded-sm ${FILLS[state]}`} style={{ left, width }} />
      )}
    </div>
  );
}
