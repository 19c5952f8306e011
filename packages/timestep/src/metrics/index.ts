export { INSTRUMENTS } from './instrument.ts';
export { createMeters, type Measure, type Measured, type TakeMeasure } from './meters.ts';
export { measuresOfSpan } from './span-measures.ts';
export { meterMeasure, type Meter } from './meter-measure.ts';
export { prometheusText, PROMETHEUS_TYPE, type Gauge } from './prometheus-text.ts';
