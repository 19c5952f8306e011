import type { Instrument } from './instrument.ts';

/** Labels of a measurement. Each has few distinct values, such as names of agents. */
export type Labels = Readonly<Record<string, string>>;

/** A measurement: the increment of a counter or a value of a histogram. */
export interface Measurement {
  readonly instrument: Instrument;
  readonly labels: Labels;
  readonly value: number;
}

/** Records a measurement. Returns immediately and never throws. */
export type RecordMeasurement = (measure: Measurement) => void;

export interface Series {
  readonly labels: Labels;
  readonly count: number;
  readonly sum: number;
  /** Counts per bucket of a histogram. The last bucket has no upper bound. */
  readonly buckets: readonly number[];
}

export interface InstrumentSeries {
  readonly instrument: Instrument;
  readonly series: readonly Series[];
}

export interface MeasurementAggregator {
  readonly record: RecordMeasurement;
  readonly read: () => readonly InstrumentSeries[];
}

type MutableSeries = { -readonly [Field in keyof Series]: Series[Field] } & { buckets: number[] };

/** Maximum number of series per instrument. Further series are added together under `OVERFLOW`. */
const MAX_SERIES = 1000;
const OVERFLOW: Labels = { 'otel.metric.overflow': 'true' };

/** Creates an aggregator whose memory is bounded, whatever names remote agents and models use. */
export function createAggregator(maxSeries: number = MAX_SERIES): MeasurementAggregator {
  const measured = new Map<Instrument, Map<string, MutableSeries>>();

  function getOrCreateSeries({ instrument, labels }: Measurement): MutableSeries {
    let all = measured.get(instrument);
    if (!all) measured.set(instrument, (all = new Map<string, MutableSeries>()));
    const key = formatLabelsKey(labels);
    const known = all.get(key);
    if (known) return known;
    const isFull = all.size >= maxSeries;
    const overflow = isFull ? all.get(OVERFLOW_KEY) : undefined;
    if (overflow) return overflow;
    const buckets = Array.from({ length: (instrument.bounds?.length ?? -1) + 1 }, () => 0);
    const series: MutableSeries = { labels: isFull ? OVERFLOW : labels, count: 0, sum: 0, buckets };
    all.set(isFull ? OVERFLOW_KEY : key, series);
    return series;
  }

  return {
    record(measure) {
      const { instrument, value } = measure;
      const series = getOrCreateSeries(measure);
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

const OVERFLOW_KEY: string = formatLabelsKey(OVERFLOW);

function formatLabelsKey(labels: Labels): string {
  return JSON.stringify(
    Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}
