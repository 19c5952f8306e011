import type { Instrument } from './instrument.ts';
import type { Labels, TakeMeasure } from './meters.ts';
import type { ReadableGauge } from './gauge.ts';

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
  /** Without it, the meter does not receive what is looked at when it is asked for, such as backlogs. */
  createObservableGauge?(
    name: string,
    options: InstrumentOptions,
  ): { addCallback(observe: (result: ObservedValues) => Promise<void>): void };
}

/** Takes the values of a gauge that a meter asks for. */
interface ObservedValues {
  observe(value: number, attributes: Record<string, string>): void;
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

/** Shows gauges to a meter, which asks for them when it collects. */
export function meterGauges(meter: Meter, gauges: readonly ReadableGauge[]): void {
  for (const { name, about: description, unit, read } of gauges) {
    const gauge = meter.createObservableGauge?.(name, { description, unit });
    gauge?.addCallback(async (result) => {
      for (const { labels, value } of await read()) result.observe(value, { ...labels });
    });
  }
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
