export { INSTRUMENTS } from './instrument.ts';
export { readGauge, type Gauge, type ReadableGauge } from './gauge.ts';
export {
  createAggregator,
  type Measurement,
  type InstrumentSeries,
  type RecordMeasurement,
} from './aggregator.ts';
export { spanToMeasurements } from './span-to-measurements.ts';
export { registerGauges, createMeterForwarder, type Meter } from './meter-forwarder.ts';
export { formatPrometheusText, PROMETHEUS_TYPE } from './prometheus-text.ts';
