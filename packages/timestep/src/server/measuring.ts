import {
  createMeters,
  measuresOfSpan,
  meterMeasure,
  type Measured,
  type Meter,
  type TakeMeasure,
} from '../metrics/index.ts';
import type { Clock } from '../port/index.ts';
import type { SpanFeed } from '../trace/index.ts';

/** What a server measures. */
export interface Measuring {
  readonly take: TakeMeasure;
  readonly read: () => readonly Measured[];
  /**
   * Measures tasks from the first call on, and returns since when, in milliseconds since the epoch. A server
   * that is not asked for measurements does not read its logs again.
   */
  readonly since: () => number;
}

export interface MeasuringSite {
  readonly feed: SpanFeed;
  readonly clock: Pick<Clock, 'now'>;
  /** Receives the measurements as well; with it, tasks are measured from the start. */
  readonly meter?: Meter | undefined;
}

export function createMeasuring({ feed, clock, meter }: MeasuringSite): Measuring {
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
    return begun;
  }

  if (pass) since();
  return { take, read, since };
}
