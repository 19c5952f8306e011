import type { Labels } from './meters.ts';

/** A value that is looked at when it is asked for, such as the number of tasks in a state. */
export interface Gauge {
  readonly name: string;
  readonly about: string;
  readonly unit: string;
  /** Whether the value only grows while the process runs. */
  readonly isTotal?: boolean;
  readonly values: readonly GaugeValue[];
}

/** A value of a gauge under one set of labels. */
export interface GaugeValue {
  readonly labels: Labels;
  readonly value: number;
}

/** A gauge before it is looked at. */
export interface ReadableGauge extends Omit<Gauge, 'values'> {
  readonly read: () => Promise<readonly GaugeValue[]>;
}

/** Looks at a gauge. */
export async function readGauge({ read, ...gauge }: ReadableGauge): Promise<Gauge> {
  return { ...gauge, values: await read() };
}
