export { INSTRUMENTS } from './instrument.ts';
export { readGauge, type Gauge, type GaugeValue, type ReadableGauge } from './gauge.ts';
export { createMeters, type Measure, type Measured, type TakeMeasure } from './meters.ts';
export { measuresOfSpan } from './span-measures.ts';
export { meterGauges, meterMeasure, type Meter } from './meter-measure.ts';
export { prometheusText, PROMETHEUS_TYPE } from './prometheus-text.ts';
