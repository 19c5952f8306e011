import { formatForeignLine } from '#core';
import type { Span, SpanEvent } from '#protocols/trace';
import { formatCount } from '../../options/quantity.ts';

interface ChartRow {
  readonly label: string;
  readonly time: string;
  readonly from: number;
  readonly to: number;
  readonly sign: '█' | '░' | '·';
}

/** Formats spans as a waterfall chart with at most `columns` columns: label, duration and bar. */
export function formatTrace(spans: readonly Span[], columns: number): string[] {
  const [first] = spans;
  if (!first) return ['no spans'];
  const rows = spansToChartRows(spans, first.startedAt);
  const length = Math.max(1, ...rows.map(({ to }) => to));
  const title = `Trace ${first.traceId}: ${formatCount(spans.length, 'span')}, ${formatSecondsOrMinutes(length)}`;
  const time = Math.max(...rows.map((row) => row.time.length));
  const widest = Math.max(...rows.map(({ label }) => label.length));
  const isWide = columns >= MIN_COLUMNS_FOR_BARS;
  const most = Math.max(MIN_LABEL_WIDTH, isWide ? Math.floor(columns * 0.55) : columns - time - 2);
  const label = Math.min(widest, most);
  const bar = isWide ? columns - label - time - 4 : 0;
  const lines = rows.map((row) => {
    const said = `${truncateToLength(row.label, label).padEnd(label)}  ${row.time.padStart(time)}`;
    return (bar < 1 ? said : `${said}  ${formatChartBar(row, length, bar)}`).trimEnd();
  });
  return [truncateToLength(title, Math.max(MIN_LABEL_WIDTH, columns)), ...lines];
}

const MIN_COLUMNS_FOR_BARS = 60;
const MIN_LABEL_WIDTH = 20;

function spansToChartRows(spans: readonly Span[], begun: number): ChartRow[] {
  const known = new Set(spans.map(({ spanId }) => spanId));
  const ends = spans.flatMap(({ startedAt, endedAt = 0, events }) => [
    startedAt,
    endedAt,
    ...events.map(({ at }) => at),
  ]);
  const newest = Math.max(...ends) - begun;
  const turns = spans.filter(({ parentSpanId = '' }) => !known.has(parentSpanId));
  return turns.flatMap((turn) => {
    const calls = spans.filter(({ parentSpanId }) => parentSpanId === turn.spanId);
    const below = [
      ...turn.events.map((event) => ({ at: event.at, rows: [createEventRow(event, begun, 1)] })),
      ...calls.map((call) => ({
        at: call.startedAt,
        rows: [
          createSpanRow(call, begun, newest, 1),
          ...call.events.map((event) => createEventRow(event, begun, 2)),
        ],
      })),
    ];
    const sorted = below.toSorted((a, b) => a.at - b.at).flatMap(({ rows }) => rows);
    return [createSpanRow(turn, begun, newest, 0), ...sorted];
  });
}

function createSpanRow(span: Span, begun: number, newest: number, depth: number): ChartRow {
  const { name, startedAt, endedAt, error, attributes } = span;
  const attempt = Number(attributes['timestep.attempt'] ?? 1);
  const remarks = [
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
    ...(error ? [error.code] : []),
    ...(endedAt === undefined ? ['running'] : []),
  ];
  const label = remarks.length === 0 ? name : `${name} (${remarks.join(', ')})`;
  const to = endedAt === undefined ? newest : endedAt - begun;
  return {
    label: `${'  '.repeat(depth)}${formatForeignLine(label)}`,
    time: formatSecondsOrMinutes(to - (startedAt - begun)),
    from: startedAt - begun,
    to,
    sign: error?.code === 'process_lost' ? '░' : '█',
  };
}

function createEventRow(
  { name, at, attributes }: SpanEvent,
  begun: number,
  depth: number,
): ChartRow {
  const about = DETAILS.flatMap((key) => {
    const value = attributes[key];
    return value === undefined
      ? []
      : [key === ITEMS ? formatChosenItems(String(value)) : String(value)];
  });
  const label = [name.replace(/^timestep\./, ''), ...about].join(' ');
  const after = at - begun;
  return {
    label: `${'  '.repeat(depth)}· ${formatForeignLine(label)}`,
    time: `+${formatSecondsOrMinutes(after)}`,
    from: after,
    to: after,
    sign: '·',
  };
}

const ITEMS = 'timestep.context.items';

function formatChosenItems(items: string): string {
  const chosen = JSON.parse(items) as readonly { kind: string; name: string; score?: number }[];
  const texts = chosen.map(({ kind, name, score }) =>
    score === undefined ? `${kind} ${name}` : `${kind} ${name} ${score.toFixed(2)}`,
  );
  return texts.join(', ') || 'nothing';
}

const DETAILS: readonly string[] = [
  'gen_ai.tool.call.id',
  'timestep.call.ids',
  'timestep.awaited.task.id',
  'timestep.task.state',
  'timestep.guard.name',
  'timestep.guard.action',
  ITEMS,
  'timestep.limit',
  'error.type',
  'timestep.text',
];

function formatChartBar({ from, to, sign }: ChartRow, length: number, columns: number): string {
  const start = Math.min(columns - 1, Math.floor((from / length) * columns));
  const end = Math.min(columns, Math.max(start + 1, Math.ceil((to / length) * columns)));
  return `${' '.repeat(start)}${sign.repeat(end - start)}`;
}

function truncateToLength(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`;
}

const MINUTE_MS = 60_000;

function formatSecondsOrMinutes(ms: number): string {
  if (ms < 10 * MINUTE_MS) return `${(ms / 1000).toFixed(3)} s`;
  return `${(ms / MINUTE_MS).toFixed(1)} min`;
}
