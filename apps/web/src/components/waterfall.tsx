import { VList } from 'virtua';
import type { TimelineRow, TimelineState } from 'timestep/view';
import { lengthText } from './time-text.ts';

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
  tool: 'tool',
  approval: 'waits for approval',
  question: 'waits for an answer',
  client: 'waits for the client',
  task: 'waits for a task',
  mark: '',
};

/** Bars of what happened, one below the other, from the first event to now. */
export function Waterfall({
  rows,
  now,
  onOpen,
}: {
  readonly rows: readonly TimelineRow[];
  /** Of the newest event, in milliseconds since the epoch. */
  readonly now: number;
  readonly onOpen?: (row: TimelineRow) => void;
}) {
  const start = rows[0]?.from ?? now;
  const span = Math.max(1, now - start);
  return (
    <VList data={rows} className="h-full" role="list" aria-label="Timeline" tabIndex={0}>
      {(row) => (
        <Bar
          key={row.id}
          row={row}
          start={start}
          span={span}
          now={now}
          {...(onOpen && { onOpen })}
        />
      )}
    </VList>
  );
}

function Bar({
  row,
  start,
  span,
  now,
  onOpen,
}: {
  readonly row: TimelineRow;
  readonly start: number;
  readonly span: number;
  readonly now: number;
  readonly onOpen?: (row: TimelineRow) => void;
}) {
  const { kind, label, state, attempt = 1, from, to, detail } = row;
  const isMark = kind === 'mark';
  const left = `${((from - start) / span) * 100}%`;
  const width = `${Math.max(0.2, (((to ?? now) - from) / span) * 100)}%`;
  const again = attempt > 1 ? `, attempt ${attempt}` : '';
  const length = isMark ? '' : `, ${state}, ${lengthText((to ?? now) - from)}`;
  return (
    <div role="listitem" className="border-b border-line py-1 sm:grid sm:grid-cols-[20rem_1fr]">
      <div className="min-w-0 pe-2 text-sm">
        <div className="truncate">
          <span className="text-muted">{WORDS[kind]} </span>
          {onOpen && row.awaited !== undefined ? (
            <button type="button" className="underline" onClick={() => onOpen(row)}>
              {label}
            </button>
          ) : (
            label
          )}
          <span className="text-muted">{`${again}${length}`}</span>
        </div>
        {detail !== undefined && <div className="truncate text-xs text-muted">{detail}</div>}
      </div>
      <div aria-hidden="true" className="relative h-5">
        {isMark ? (
          <span className="absolute top-0 h-5 w-0.5 bg-warn" style={{ left }} />
        ) : (
          <span
            className={`absolute top-1 h-3 rounded-sm ${FILLS[state]}`}
            style={{ left, width }}
          />
        )}
      </div>
    </div>
  );
}
