import type { Labels } from './aggregator.ts';

/** A gauge whose values were read on request, such as the number of tasks per state. */
export interface Gauge {
  readonly name: string;
  readonly description: string;
  readonly unit: string;
  /** Whether the value only grows while the process runs. */
  readonly isTotal?: boolean;
  readonly values: readonly GaugeValue[];
}

/** A value of a gauge with its labels. */
export interface GaugeValue {
  readonly labels: Labels;
  readonly value: number;
}

/** A gauge whose values can be read on request. */
export interface ReadableGauge extends Omit<Gauge, 'values'> {
  readonly read: () => Promise<readonly GaugeValue[]>;
}

/** Reads the current values of a gauge. */
export async function readGauge({ read, ...gauge }: ReadableGauge): Promise<Gauge> {
  return { ...gauge, values: await read() };
}
