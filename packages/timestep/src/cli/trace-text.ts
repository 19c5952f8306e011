import type { Span, SpanEvent } from '../trace/index.ts';
import { plainLine } from './plain-text.ts';
import { counted } from './quantity.ts';

/** One line of a waterfall, before it is fitted to the terminal. */
interface Row {
  readonly label: string;
  readonly time: string;
  readonly from: number;
  readonly to: number;
  readonly sign: '█' | '░' | '·';
}

/** Spans as lines of at most so many columns: what happened, how long it took, and a bar where it stands. */
export function traceLines(spans: readonly Span[], columns: number): string[] {
  const [first] = spans;
  if (!first) return ['no spans'];
  const rows = rowsOf(spans, first.startedAt);
  const length = Math.max(1, ...rows.map(({ to }) => to));
  const title = `Trace ${first.traceId}: ${counted(spans.length, 'span')}, ${secondsText(length)}`;
  const time = Math.max(...rows.map((row) => row.time.length));
  const widest = Math.max(...rows.map(({ label }) => label.length));
  const isWide = columns >= LEAST_FOR_BARS;
  const most = Math.max(LEAST_LABEL, isWide ? Math.floor(columns * 0.55) : columns - time - 2);
  const label = Math.min(widest, most);
  const bar = isWide ? columns - label - time - 4 : 0;
  const lines = rows.map((row) => {
    const said = `${cut(row.label, label).padEnd(label)}  ${row.time.padStart(time)}`;
    return (bar < 1 ? said : `${said}  ${barOf(row, length, bar)}`).trimEnd();
  });
  return [cut(title, Math.max(LEAST_LABEL, columns)), ...lines];
}

const LEAST_FOR_BARS = 60;
const LEAST_LABEL = 20;

/** Each turn, and in the order of time below it its calls and what happened. */
function rowsOf(spans: readonly Span[], begun: number): Row[] {
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
      ...turn.events.map((event) => ({ at: event.at, rows: [eventRow(event, begun, 1)] })),
      ...calls.map((call) => ({
        at: call.startedAt,
        rows: [
          spanRow(call, begun, newest, 1),
          ...call.events.map((event) => eventRow(event, begun, 2)),
        ],
      })),
    ];
    const sorted = below.toSorted((a, b) => a.at - b.at).flatMap(({ rows }) => rows);
    return [spanRow(turn, begun, newest, 0), ...sorted];
  });
}

function spanRow(span: Span, begun: number, newest: number, depth: number): Row {
  const { name, startedAt, endedAt, error, attributes } = span;
  const attempt = Number(attributes['timestep.attempt'] ?? 1);
  const remarks = [
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
    ...(error ? [error.code] : []),
    ...(endedAt === undefined ? ['under way'] : []),
  ];
  const label = remarks.length === 0 ? name : `${name} (${remarks.join(', ')})`;
  const to = endedAt === undefined ? newest : endedAt - begun;
  return {
    label: `${'  '.repeat(depth)}${plainLine(label)}`,
    time: secondsText(to - (startedAt - begun)),
    from: startedAt - begun,
    to,
    sign: error?.code === 'process_lost' ? '░' : '█',
  };
}

function eventRow({ name, at, attributes }: SpanEvent, begun: number, depth: number): Row {
  const about = DETAILS.flatMap((key) => {
    const value = attributes[key];
    return value === undefined ? [] : [key === ITEMS ? itemsText(String(value)) : String(value)];
  });
  const label = [name.replace(/^timestep\./, ''), ...about].join(' ');
  const after = at - begun;
  return {
    label: `${'  '.repeat(depth)}· ${plainLine(label)}`,
    time: `+${secondsText(after)}`,
    from: after,
    to: after,
    sign: '·',
  };
}

const ITEMS = 'timestep.context.items';

/** What was chosen for the model, each with its score. */
function itemsText(items: string): string {
  const chosen = JSON.parse(items) as readonly { kind: string; name: string; score?: number }[];
  const texts = chosen.map(({ kind, name, score }) =>
    score === undefined ? `${kind} ${name}` : `${kind} ${name} ${score.toFixed(2)}`,
  );
  return texts.join(', ') || 'nothing';
}

/** The attributes of events that are shown beside their names. */
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

function barOf({ from, to, sign }: Row, length: number, columns: number): string {
  const start = Math.min(columns - 1, Math.floor((from / length) * columns));
  const end = Math.min(columns, Math.max(start + 1, Math.ceil((to / length) * columns)));
  return `${' '.repeat(start)}${sign.repeat(end - start)}`;
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

const MINUTE_MS = 60_000;

function secondsText(ms: number): string {
  if (ms < 10 * MINUTE_MS) return `${(ms / 1000).toFixed(3)} s`;
  return `${(ms / MINUTE_MS).toFixed(1)} min`;
}
