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
} from '#protocols/metrics';
import type { Clock, HookSlot } from '#engine/port';
import type { SpanFeed } from '#protocols/trace';

export interface ServerMeasurements {
  readonly addMeasurement: RecordMeasurement;
  readonly read: () => readonly InstrumentSeries[];
  readonly gauges: readonly ReadableGauge[];
  /** Starts to measure tasks. Returns the start time in milliseconds since the epoch. */
  readonly startMeasuring: () => number;
}

export interface MeasuringDeps {
  readonly feed: SpanFeed;
  readonly hooks: HookSlot | undefined;
  readonly gauges: readonly ReadableGauge[];
  readonly clock: Pick<Clock, 'now'>;
  /** Meter that also receives the measurements, including tasks from the start of the server. */
  readonly meter?: Meter | undefined;
}

export function createServerMeasurements(deps: MeasuringDeps): ServerMeasurements {
  const { feed, hooks, gauges, clock, meter } = deps;
  const { record: aggregate, read } = createAggregator();
  const forward = meter && createMeterForwarder(meter);
  let begun: number | undefined;

  function addMeasurement(measurement: Parameters<RecordMeasurement>[0]): void {
    aggregate(measurement);
    forward?.(measurement);
  }

  function startMeasuringSpans(): number {
    if (begun !== undefined) return begun;
    begun = clock.now();
    feed.subscribe((span) => spanToMeasurements(span).forEach(addMeasurement));
    hooks?.attach({
      commit({ tookMs, waitedMs }) {
        addMeasurement({ instrument: INSTRUMENTS.commit, labels: {}, value: tookMs / 1000 });
        addMeasurement({ instrument: INSTRUMENTS.commitWait, labels: {}, value: waitedMs / 1000 });
      },
    });
    return begun;
  }

  if (forward) startMeasuringSpans();
  if (meter) registerGauges(meter, gauges);
  return { addMeasurement, read, gauges, startMeasuring: startMeasuringSpans };
}
