import { ATTRIBUTE, getEventName, OPERATION, type Span, type SpanEvent } from '#protocols/trace';
import { INSTRUMENTS, type Instrument } from './instrument.ts';
import type { Labels, Measurement } from './aggregator.ts';

/** Converts an ended span to measurements; an unfinished span has none. */
export function spanToMeasurements(span: Span): readonly Measurement[] {
  const { attributes, endedAt, startedAt, error, events } = span;
  if (endedAt === undefined) return [];
  const operation = String(attributes[ATTRIBUTE.operation]);
  const labels = selectLabels(span, [
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
    ...events.flatMap((event) => refusalEventToMeasurements(span, event)),
    ...events.map(({ name }) => ({
      instrument: INSTRUMENTS.occurrences,
      labels: { ...selectLabels(span, [ATTRIBUTE.agent]), 'timestep.event.name': name },
      value: 1,
    })),
  ];
}

const CALL_FAILED = getEventName('tool.failed');
const BEFORE_TOOL = getEventName('guard.before-tool');
/** Error code of a call that was interrupted by a crash; it does not count as refused. */
const CUT_OFF = 'interrupted';

/** Counts refused calls, and messages and calls that guards blocked. */
function refusalEventToMeasurements(
  span: Span,
  { name, attributes }: SpanEvent,
): readonly Measurement[] {
  const agent = selectLabels(span, [ATTRIBUTE.agent]);
  const countRefusal = (labels: Labels): readonly Measurement[] => [
    { instrument: INSTRUMENTS.refusals, labels: { ...agent, ...labels }, value: 1 },
  ];
  if (name === CALL_FAILED) {
    const [code = ''] = String(attributes[ATTRIBUTE.error]).split(':');
    return code === CUT_OFF ? [] : countRefusal({ [ATTRIBUTE.error]: code });
  }
  if (attributes[ATTRIBUTE.guardAction] !== 'block' || name === BEFORE_TOOL) return [];
  const guard = String(attributes[ATTRIBUTE.guard]);
  return countRefusal({ [ATTRIBUTE.error]: 'blocked', [ATTRIBUTE.guard]: guard });
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

function selectLabels({ attributes }: Span, names: readonly string[]): Labels {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = attributes[name];
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );
}
