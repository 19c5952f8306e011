import type { Instrument } from './instrument.ts';
import type { Labels, TakeMeasure } from './meters.ts';

interface InstrumentOptions {
  readonly description: string;
  readonly unit: string;
  readonly advice?: { readonly explicitBucketBoundaries: number[] };
}

/** The part of an OpenTelemetry `Meter` that is used: `metrics.getMeter('timestep')` gives one. */
export interface Meter {
  createCounter(
    name: string,
    options: InstrumentOptions,
  ): { add(value: number, attributes: Record<string, string>): void };
  createHistogram(
    name: string,
    options: InstrumentOptions,
  ): { record(value: number, attributes: Record<string, string>): void };
}

/** Passes measurements on to a meter of OpenTelemetry. */
export function meterMeasure(meter: Meter): TakeMeasure {
  const made = new Map<Instrument, (value: number, labels: Labels) => void>();
  return ({ instrument, labels, value }) => {
    let take = made.get(instrument);
    if (!take) made.set(instrument, (take = takeWith(meter, instrument)));
    take(value, labels);
  };
}

function takeWith(
  meter: Meter,
  { name, about: description, unit, kind, bounds = [] }: Instrument,
): (value: number, labels: Labels) => void {
  if (kind === 'counter') {
    const counter = meter.createCounter(name, { description, unit });
    return (value, labels) => counter.add(value, { ...labels });
  }
  const advice = { explicitBucketBoundaries: [...bounds] };
  const histogram = meter.createHistogram(name, { description, unit, advice });
  return (value, labels) => histogram.record(value, { ...labels });
}
