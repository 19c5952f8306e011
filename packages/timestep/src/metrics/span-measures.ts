import { ATTRIBUTE, eventName, OPERATION, type Span, type SpanEvent } from '../trace/index.ts';
import { INSTRUMENTS, type Instrument } from './instrument.ts';
import type { Labels, Measure } from './meters.ts';

/** What a span that has ended adds to the measurements. */
export function measuresOfSpan(span: Span): readonly Measure[] {
  const { attributes, endedAt, startedAt, error, events } = span;
  if (endedAt === undefined) return [];
  const operation = String(attributes[ATTRIBUTE.operation]);
  const labels = labelsFrom(span, [
    ATTRIBUTE.operation,
    ATTRIBUTE.agent,
    ATTRIBUTE.provider,
    ATTRIBUTE.model,
    ATTRIBUTE.tool,
  ]);
  const outcome = { ...labels, ...(error && { [ATTRIBUTE.error]: error.code }) };
  const timed = DURATIONS[operation];
  const isRetry = Number(attributes[ATTRIBUTE.attempt] ?? 1) > 1;
  return [
    ...(timed ? [{ instrument: timed, labels: outcome, value: (endedAt - startedAt) / 1000 }] : []),
    ...AMOUNTS.flatMap(([name, instrument]) => {
      const value = attributes[name];
      return typeof value === 'number' && value > 0 ? [{ instrument, labels, value }] : [];
    }),
    ...(isRetry ? [{ instrument: INSTRUMENTS.retries, labels, value: 1 }] : []),
    ...events.flatMap((event) => refusalIn(span, event)),
    ...events.map(({ name }) => ({
      instrument: INSTRUMENTS.occurrences,
      labels: { ...labelsFrom(span, [ATTRIBUTE.agent]), 'timestep.event.name': name },
      value: 1,
    })),
  ];
}

const CALL_FAILED = eventName('tool.failed');
const BEFORE_TOOL = eventName('guard.before-tool');
/** The outcome of a call that a crash cut off, which nothing refused. */
const CUT_OFF = 'interrupted';

/** A call that never ran because it was refused, or what a guard stopped. */
function refusalIn(span: Span, { name, attributes }: SpanEvent): readonly Measure[] {
  const agent = labelsFrom(span, [ATTRIBUTE.agent]);
  const refused = (labels: Labels): readonly Measure[] => [
    { instrument: INSTRUMENTS.refusals, labels: { ...agent, ...labels }, value: 1 },
  ];
  if (name === CALL_FAILED) {
    const [code = ''] = String(attributes[ATTRIBUTE.error]).split(':');
    return code === CUT_OFF ? [] : refused({ [ATTRIBUTE.error]: code });
  }
  // A call that a guard stopped is refused as well, and counted as that.
  if (attributes[ATTRIBUTE.guardAction] !== 'block' || name === BEFORE_TOOL) return [];
  const guard = String(attributes[ATTRIBUTE.guard]);
  return refused({ [ATTRIBUTE.error]: 'blocked', [ATTRIBUTE.guard]: guard });
}

const DURATIONS: Readonly<Record<string, Instrument>> = {
  [OPERATION.agent]: INSTRUMENTS.turn,
  [OPERATION.model]: INSTRUMENTS.model,
  [OPERATION.tool]: INSTRUMENTS.tool,
};

const AMOUNTS: readonly (readonly [string, Instrument])[] = [
  [ATTRIBUTE.inputTokens, INSTRUMENTS.inputTokens],
  [ATTRIBUTE.outputTokens, INSTRUMENTS.outputTokens],
  [ATTRIBUTE.cacheRead, INSTRUMENTS.cacheReadTokens],
  [ATTRIBUTE.cacheWrite, INSTRUMENTS.cacheWriteTokens],
  [ATTRIBUTE.reasoningTokens, INSTRUMENTS.reasoningTokens],
  [ATTRIBUTE.cost, INSTRUMENTS.cost],
];

function labelsFrom({ attributes }: Span, names: readonly string[]): Labels {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = attributes[name];
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );
}
