import {
  createAggregator,
  INSTRUMENTS,
  spanToMeasurements,
  registerGauges,
  createMeterForwarder,
  type InstrumentSeries,
  type Meter,
  type ReadableGauge,
  type RecordMeasurement,
} from '../../../protocols/metrics/index.ts';
import type { Clock, HookSlot } from '../../../engine/port/index.ts';
import type { SpanFeed } from '../../../protocols/trace/index.ts';

export interface ServerMeasurements {
  readonly record: RecordMeasurement;
  readonly read: () => readonly InstrumentSeries[];
  readonly gauges: readonly ReadableGauge[];
  /** Measures tasks from the first call on. Returns its time in milliseconds since the epoch. */
  readonly startMeasuring: () => number;
}

export interface MeasuringDeps {
  readonly feed: SpanFeed;
  readonly hooks: HookSlot | undefined;
  readonly gauges: readonly ReadableGauge[];
  readonly clock: Pick<Clock, 'now'>;
  /** Receives the measurements too, including tasks from the start. */
  readonly meter?: Meter | undefined;
}

export function createServerMeasurements({
  feed,
  hooks,
  gauges,
  clock,
  meter,
}: MeasuringDeps): ServerMeasurements {
  const { record: add, read } = createAggregator();
  const pass = meter && createMeterForwarder(meter);
  let begun: number | undefined;

  function recordMeasurement(measure: Parameters<RecordMeasurement>[0]): void {
    add(measure);
    pass?.(measure);
  }

  function since(): number {
    if (begun !== undefined) return begun;
    begun = clock.now();
    feed.subscribe((span) => spanToMeasurements(span).forEach(recordMeasurement));
    hooks?.attach({
      commit({ tookMs, waitedMs }) {
        recordMeasurement({ instrument: INSTRUMENTS.commit, labels: {}, value: tookMs / 1000 });
        recordMeasurement({
          instrument: INSTRUMENTS.commitWait,
          labels: {},
          value: waitedMs / 1000,
        });
      },
    });
    return begun;
  }

  if (pass) since();
  if (meter) registerGauges(meter, gauges);
  return { record: recordMeasurement, read, gauges, startMeasuring: since };
}
