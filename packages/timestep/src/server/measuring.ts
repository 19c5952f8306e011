import {
  createMeters,
  INSTRUMENTS,
  measuresOfSpan,
  meterGauges,
  meterMeasure,
  type Measured,
  type Meter,
  type ReadableGauge,
  type TakeMeasure,
} from '../metrics/index.ts';
import type { Clock, HookSlot } from '../port/index.ts';
import type { SpanFeed } from '../trace/index.ts';

/** What a server measures. */
export interface Measuring {
  readonly take: TakeMeasure;
  readonly read: () => readonly Measured[];
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
  const { take: add, read } = createMeters();
  const pass = meter && meterMeasure(meter);
  let begun: number | undefined;

  function take(measure: Parameters<TakeMeasure>[0]): void {
    add(measure);
    pass?.(measure);
  }

  function since(): number {
    if (begun !== undefined) return begun;
    begun = clock.now();
    feed.follow((span) => measuresOfSpan(span).forEach(take));
    hooks?.attach({
      commit({ tookMs, waitedMs }) {
        take({ instrument: INSTRUMENTS.commit, labels: {}, value: tookMs / 1000 });
        take({ instrument: INSTRUMENTS.commitWait, labels: {}, value: waitedMs / 1000 });
      },
    });
    return begun;
  }

  if (pass) since();
  if (meter) meterGauges(meter, gauges);
  return { take, read, gauges, since };
}
