import { ATTRIBUTE, OPERATION, type Span } from '../trace/index.ts';
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
    ...events.map(({ name }) => ({
      instrument: INSTRUMENTS.occurrences,
      labels: { ...labelsFrom(span, [ATTRIBUTE.agent]), 'timestep.event.name': name },
      value: 1,
    })),
  ];
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
