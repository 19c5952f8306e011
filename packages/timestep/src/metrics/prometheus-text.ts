import type { Gauge } from './gauge.ts';
import type { Instrument } from './instrument.ts';
import type { Labels, Measured, Series } from './meters.ts';

/** The media type of the text. */
export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Measurements in the text form of Prometheus, version 0.0.4. */
export function prometheusText(
  measured: readonly Measured[],
  gauges: readonly Gauge[] = [],
): string {
  const lines = [
    ...measured.flatMap(({ instrument, series }) => instrumentLines(instrument, series)),
    ...gauges.flatMap(gaugeLines),
  ];
  return lines.map((each) => `${each}\n`).join('');
}

function instrumentLines(instrument: Instrument, series: readonly Series[]): string[] {
  const { kind, bounds = [] } = instrument;
  const name = nameOf(instrument, kind === 'counter');
  return [
    ...headLines(name, instrument.about, kind),
    ...series.flatMap((one) =>
      kind === 'counter' ? [line(name, one.labels, one.sum)] : histogramLines(name, bounds, one),
    ),
  ];
}

function histogramLines(
  name: string,
  bounds: readonly number[],
  { labels, buckets, count, sum }: Series,
): string[] {
  let below = 0;
  const limits = [...bounds.map(String), '+Inf'];
  return [
    ...limits.map((le, at) => {
      below += buckets[at] ?? 0;
      return line(`${name}_bucket`, { ...labels, le }, below);
    }),
    line(`${name}_sum`, labels, sum),
    line(`${name}_count`, labels, count),
  ];
}

function gaugeLines(gauge: Gauge): string[] {
  const isTotal = gauge.isTotal === true;
  const name = nameOf(gauge, isTotal);
  return [
    ...headLines(name, gauge.about, isTotal ? 'counter' : 'gauge'),
    ...gauge.values.map(({ labels, value }) => line(name, labels, value)),
  ];
}

function headLines(name: string, about: string, type: string): string[] {
  return [`# HELP ${name} ${escaped(about)}`, `# TYPE ${name} ${type}`];
}

/** The units that Prometheus writes into names; units in braces only say what is counted. */
const UNITS: Readonly<Record<string, string>> = { s: '_seconds', By: '_bytes', '{USD}': '_usd' };

function nameOf({ name, unit }: Pick<Instrument, 'name' | 'unit'>, isTotal: boolean): string {
  return `${plain(name)}${UNITS[unit] ?? ''}${isTotal ? '_total' : ''}`;
}

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(
    ([label, text]) => `${plain(label)}="${escaped(text).replaceAll('"', '\\"')}"`,
  );
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`;
}

function plain(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9_]/g, '_');
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}
