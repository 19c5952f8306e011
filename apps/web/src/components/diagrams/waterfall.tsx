import { VList } from 'virtua';
import {
  counted,
  formatCost,
  type TimelineRow,
  type TimelineState,
} from '@timestep-ai/timestep/view';
import type { NestedRow } from './nested-rows.ts';
import { formatDuration } from '../values/formats.ts';

/** How each kind of row is drawn: its color, and a sign that needs no color. */
const LOOKS: Readonly<
  Record<
    TimelineRow['kind'],
    { readonly fill: string; readonly ink: string; readonly sign: string }
  >
> = {
  turn: { fill: 'bg-muted/60', ink: 'text-muted', sign: '○' },
  model: { fill: 'bg-model', ink: 'text-model', sign: '◆' },
  tool: { fill: 'bg-tool', ink: 'text-tool', sign: '■' },
  task: { fill: 'bg-agent', ink: 'text-agent', sign: '▶' },
  client: { fill: 'bg-agent/60', ink: 'text-agent', sign: '▷' },
  approval: { fill: 'bg-person', ink: 'text-person', sign: '●' },
  question: { fill: 'bg-person', ink: 'text-person', sign: '●' },
  mark: { fill: 'bg-muted', ink: 'text-muted', sign: '·' },
};

/** States that are drawn over the color of the kind. */
const STATES: Readonly<Partial<Record<TimelineState, string>>> = {
  running: 'animate-pulse',
  failed: 'bg-bad!',
  lost: 'border-2 border-dashed border-bad bg-bad/15!',
  stopped: 'opacity-50',
};

const WORDS: Readonly<Record<TimelineRow['kind'], string>> = {
  turn: 'turn',
  model: 'model',
  tool: 'tool',
  approval: 'waiting for approval',
  question: 'waiting for an answer',
  client: 'client runs',
  task: 'asks',
  mark: '',
};

export interface Spent {
  readonly tokens: number;
  readonly costUsd: number;
  readonly tasks: number;
}

interface WaterfallProps {
  readonly rows: readonly NestedRow[];
  /** Time of the newest event, in milliseconds since the epoch. */
  readonly now: number;
  /** Tokens and cost of all rows, also of tasks whose rows are closed. */
  readonly spent?: Spent | undefined;
  readonly onToggle: (taskId: string) => void;
  readonly onOpen: (taskId: string) => void;
}

export function Waterfall({ rows, now, spent, onToggle, onOpen }: WaterfallProps) {
  const start = rows[0]?.row.from ?? now;
  const span = Math.max(1, now - start);
  return (
    <div className="flex h-full flex-col">
      <Axis span={span} spent={spent} />
      <VList data={rows} className="min-h-0 flex-1" role="list" aria-label="Timeline" tabIndex={0}>
        {(nested) => (
          <div
            key={nested.key}
            role="listitem"
            className="border-b border-line/60 py-0.5 sm:grid sm:grid-cols-[24rem_1fr] sm:items-center"
          >
            <RowName nested={nested} now={now} onToggle={onToggle} onOpen={onOpen} />
            <RowBar row={nested.row} start={start} span={span} now={now} />
          </div>
        )}
      </VList>
    </div>
  );
}

/** Shares of the axis at which a time is written. */
const TICKS = [0, 0.25, 0.5, 0.75, 1];

function Axis({ span, spent }: { span: number; spent: Spent | undefined }) {
  const facts =
    spent === undefined || spent.tokens === 0
      ? []
      : [
          counted(spent.tokens, 'token'),
          ...(spent.costUsd > 0 ? [formatCost(spent.costUsd)] : []),
          ...(spent.tasks > 1 ? [counted(spent.tasks, 'task')] : []),
        ];
  return (
    <div
      aria-hidden="true"
      className="border-b border-line pb-1 text-xs text-muted max-sm:hidden sm:grid sm:grid-cols-[24rem_1fr]"
    >
      <span>{[`${formatDuration(span)} in all`, ...facts].join(' · ')}</span>
      <span className="flex justify-between tabular-nums">
        {TICKS.map((share) => (
          <span key={share}>{formatDuration(span * share)}</span>
        ))}
      </span>
    </div>
  );
}

interface RowNameProps extends Omit<WaterfallProps, 'rows'> {
  readonly nested: NestedRow;
}

function RowName({ nested, now, onToggle, onOpen }: RowNameProps) {
  const { row, depth, missing } = nested;
  const { kind, state, from, to, detail = missing, awaited, tokens, costUsd } = row;
  const cost = costUsd ? [formatCost(costUsd)] : [];
  const facts = tokens === undefined ? [] : [counted(tokens, 'token'), ...cost];
  const below = [...facts, ...(detail === undefined ? [] : [detail])].join(' · ');
  return (
    <div
      className="min-w-0 pe-3 text-sm"
      style={{ paddingInlineStart: `${Math.min(depth, 6) * 1.25}rem` }}
    >
      <div className="flex items-baseline gap-1.5">
        <span aria-hidden="true" className={`w-3 shrink-0 text-center ${LOOKS[kind].ink}`}>
          {state === 'failed' ? '✕' : LOOKS[kind].sign}
        </span>
        <RowLabel nested={nested} onToggle={onToggle} />
        {awaited !== undefined && (
          <button
            type="button"
            aria-label={`Open task ${awaited}`}
            className="shrink-0 text-xs text-accent underline"
            onClick={() => onOpen(awaited)}
          >
            open
          </button>
        )}
        {kind !== 'mark' && (
          <span className="ms-auto shrink-0 text-xs text-muted tabular-nums">
            {state === 'done' ? '' : `${state} `}
            {formatDuration((to ?? now) - from)}
          </span>
        )}
      </div>
      {below !== '' && <div className="truncate ps-4.5 text-xs text-muted">{below}</div>}
    </div>
  );
}

function RowLabel({
  nested: { row, isOpen },
  onToggle,
}: Pick<RowNameProps, 'nested' | 'onToggle'>) {
  const { kind, label, attempt = 1, awaited } = row;
  const again = attempt > 1 ? ` (attempt ${attempt})` : '';
  const name = (
    <>
      <span className="text-muted">{WORDS[kind]} </span>
      {label}
      {again}
    </>
  );
  if (isOpen === undefined || awaited === undefined) {
    return <span className="min-w-0 truncate">{name}</span>;
  }
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      className="min-w-0 truncate text-start hover:underline"
      onClick={() => onToggle(awaited)}
    >
      <span aria-hidden="true">{isOpen ? '▾ ' : '▸ '}</span>
      {name}
    </button>
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
        <span
          className={`absolute top-1 h-3 rounded-xs ${LOOKS[kind].fill} ${STATES[state] ?? ''}`}
          style={{ left, width }}
        />
      )}
    </div>
  );
}
