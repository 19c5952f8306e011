import type { Instrument } from './instrument.ts';

/** What a measurement belongs to. Values are few: names of agents, models, tools, codes of failures. */
export type Labels = Readonly<Record<string, string>>;

/** One measurement: what a counter grows by, or a value of a histogram. */
export interface Measure {
  readonly instrument: Instrument;
  readonly labels: Labels;
  readonly value: number;
}

/** Takes measurements. It returns at once, and does not throw. */
export type TakeMeasure = (measure: Measure) => void;

/** What was measured under one set of labels. */
export interface Series {
  readonly labels: Labels;
  /** How many measurements there were. */
  readonly count: number;
  readonly sum: number;
  /** Of a histogram: how many measurements are in each bucket, the last one without a bound. */
  readonly buckets: readonly number[];
}

/** What was measured with one instrument. */
export interface Measured {
  readonly instrument: Instrument;
  readonly series: readonly Series[];
}

/** Measurements, added up. */
export interface Meters {
  readonly take: TakeMeasure;
  /** The instruments that measured something, in the order in which they first did. */
  readonly read: () => readonly Measured[];
}

type Growing = { -readonly [Field in keyof Series]: Series[Field] } & { buckets: number[] };

/** Series of one instrument; measurements for which there is no room are added up under `OVERFLOW`. */
const MOST_SERIES = 1000;
/** The attribute by which OpenTelemetry marks measurements that lost their labels. */
const OVERFLOW: Labels = { 'otel.metric.overflow': 'true' };

/** Adds measurements up. Memory is bounded, whatever names peers and models choose. */
export function createMeters(mostSeries: number = MOST_SERIES): Meters {
  const measured = new Map<Instrument, Map<string, Growing>>();

  function seriesFor({ instrument, labels }: Measure): Growing {
    let all = measured.get(instrument);
    if (!all) measured.set(instrument, (all = new Map<string, Growing>()));
    const key = keyOf(labels);
    const known = all.get(key);
    if (known) return known;
    const isFull = all.size >= mostSeries;
    const overflow = isFull ? all.get(OVERFLOW_KEY) : undefined;
    if (overflow) return overflow;
    const buckets = Array.from({ length: (instrument.bounds?.length ?? -1) + 1 }, () => 0);
    const series: Growing = { labels: isFull ? OVERFLOW : labels, count: 0, sum: 0, buckets };
    all.set(isFull ? OVERFLOW_KEY : key, series);
    return series;
  }

  return {
    take(measure) {
      const { instrument, value } = measure;
      const series = seriesFor(measure);
      series.count += 1;
      series.sum += value;
      const { bounds } = instrument;
      if (!bounds) return;
      const at = bounds.findIndex((bound) => value <= bound);
      const bucket = at === -1 ? bounds.length : at;
      series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1;
    },
    read: () =>
      [...measured].map(([instrument, all]) => ({ instrument, series: [...all.values()] })),
  };
}

const OVERFLOW_KEY: string = keyOf(OVERFLOW);

function keyOf(labels: Labels): string {
  return JSON.stringify(
    Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}
