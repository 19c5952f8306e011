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
} from '../metrics/index.ts';
import type { Clock, HookSlot } from '../port/index.ts';
import type { SpanFeed } from '../trace/index.ts';

/** What a server measures. */
export interface Measuring {
  readonly take: RecordMeasurement;
  readonly read: () => readonly InstrumentSeries[];
  /** What is looked at when it is asked for. */
  readonly gauges: readonly ReadableGauge[];
  /**
   * Measures tasks and commits from the first call on, and returns since when, in milliseconds since the
   * epoch. A server that is not asked for measurements does not read its logs again.
   */
  readonly since: () => number;
}

export interface MeasuringSite {
  readonly feed: SpanFeed;
  readonly hooks: HookSlot | undefined;
  readonly gauges: readonly ReadableGauge[];
  readonly clock: Pick<Clock, 'now'>;
  /** Receives the measurements as well; with it, tasks are measured from the start. */
  readonly meter?: Meter | undefined;
}

export function createMeasuring({ feed, hooks, gauges, clock, meter }: MeasuringSite): Measuring {
  const { record: add, read } = createAggregator();
  const pass = meter && createMeterForwarder(meter);
  let begun: number | undefined;

  function take(measure: Parameters<RecordMeasurement>[0]): void {
    add(measure);
    pass?.(measure);
  }

  function since(): number {
    if (begun !== undefined) return begun;
    begun = clock.now();
    feed.subscribe((span) => spanToMeasurements(span).forEach(take));
    hooks?.attach({
      commit({ tookMs, waitedMs }) {
        take({ instrument: INSTRUMENTS.commit, labels: {}, value: tookMs / 1000 });
        take({ instrument: INSTRUMENTS.commitWait, labels: {}, value: waitedMs / 1000 });
      },
    });
    return begun;
  }

  if (pass) since();
  if (meter) registerGauges(meter, gauges);
  return { take, read, gauges, since };
}
