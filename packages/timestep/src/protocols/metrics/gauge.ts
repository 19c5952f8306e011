import type { Labels } from './aggregator.ts';

/** A gauge with its current values, such as the number of tasks per state. */
export interface Gauge {
  readonly name: string;
  readonly description: string;
  readonly unit: string;
  /** Whether the gauge's value only grows while the process runs. */
  readonly isTotal?: boolean;
  readonly values: readonly { readonly labels: Labels; readonly value: number }[];
}

export interface ReadableGauge extends Omit<Gauge, 'values'> {
  readonly read: () => Promise<Gauge['values']>;
}

export async function readGauge({ read, ...gauge }: ReadableGauge): Promise<Gauge> {
  return { ...gauge, values: await read() };
}
