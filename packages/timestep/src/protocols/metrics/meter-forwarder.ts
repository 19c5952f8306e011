import type { Instrument } from './instrument.ts';
import type { Labels, RecordMeasurement } from './aggregator.ts';
import type { ReadableGauge } from './gauge.ts';

interface InstrumentOptions {
  readonly description: string;
  readonly unit: string;
  readonly advice?: { readonly explicitBucketBoundaries: number[] };
}

type RecordValue = (value: number, attributes: Record<string, string>) => void;

/** The part of an OpenTelemetry `Meter` that is used: `metrics.getMeter('timestep')`. */
export interface Meter {
  createCounter(name: string, options: InstrumentOptions): { add: RecordValue };
  createHistogram(name: string, options: InstrumentOptions): { record: RecordValue };
  /** Creates a gauge. If the meter lacks this function, it gets no gauges. */
  createObservableGauge?(
    name: string,
    options: InstrumentOptions,
  ): { addCallback(observe: (result: ObservedValues) => Promise<void>): void };
}

interface ObservedValues {
  readonly observe: RecordValue;
}

export function createMeterForwarder(meter: Meter): RecordMeasurement {
  const made = new Map<Instrument, (value: number, labels: Labels) => void>();
  return ({ instrument, labels, value }) => {
    let record = made.get(instrument);
    if (!record) made.set(instrument, (record = createRecorder(meter, instrument)));
    record(value, labels);
  };
}

export function registerGauges(meter: Meter, gauges: readonly ReadableGauge[]): void {
  for (const { name, description, unit, read } of gauges) {
    const gauge = meter.createObservableGauge?.(name, { description, unit });
    gauge?.addCallback(async (result) => {
      for (const { labels, value } of await read()) result.observe(value, { ...labels });
    });
  }
}

function createRecorder(
  meter: Meter,
  { name, description, unit, kind, bounds = [] }: Instrument,
): (value: number, labels: Labels) => void {
  if (kind === 'counter') {
    const counter = meter.createCounter(name, { description, unit });
    return (value, labels) => counter.add(value, { ...labels });
  }
  const advice = { explicitBucketBoundaries: [...bounds] };
  const histogram = meter.createHistogram(name, { description, unit, advice });
  return (value, labels) => histogram.record(value, { ...labels });
}
