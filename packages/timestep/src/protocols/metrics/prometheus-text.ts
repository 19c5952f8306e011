import type { Gauge } from './gauge.ts';
import type { Instrument } from './instrument.ts';
import type { Labels, InstrumentSeries, Series } from './aggregator.ts';

export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Formats metrics in version 0.0.4 of Prometheus' text format. */
export function formatPrometheusText(
  instruments: readonly InstrumentSeries[],
  gauges: readonly Gauge[] = [],
): string {
  const lines = [
    ...instruments.flatMap(({ instrument, series }) => formatInstrument(instrument, series)),
    ...gauges.flatMap(formatGauge),
  ];
  return lines.map((each) => `${each}\n`).join('');
}

function formatInstrument(instrument: Instrument, series: readonly Series[]): string[] {
  const { kind, bounds = [] } = instrument;
  const name = getPrometheusName(instrument, kind === 'counter');
  return [
    ...formatHeader(name, instrument.description, kind),
    ...series.flatMap((one) =>
      kind === 'counter'
        ? [formatPrometheusSample(name, one.labels, one.sum)]
        : formatHistogram(name, bounds, one),
    ),
  ];
}

function formatHistogram(
  name: string,
  bounds: readonly number[],
  { labels, buckets, count, sum }: Series,
): string[] {
  let below = 0;
  const limits = [...bounds.map(String), '+Inf'];
  return [
    ...limits.map((le, at) => {
      below += buckets[at] ?? 0;
      return formatPrometheusSample(`${name}_bucket`, { ...labels, le }, below);
    }),
    formatPrometheusSample(`${name}_sum`, labels, sum),
    formatPrometheusSample(`${name}_count`, labels, count),
  ];
}

function formatGauge(gauge: Gauge): string[] {
  const isTotal = gauge.isTotal === true;
  const name = getPrometheusName(gauge, isTotal);
  return [
    ...formatHeader(name, gauge.description, isTotal ? 'counter' : 'gauge'),
    ...gauge.values.map(({ labels, value }) => formatPrometheusSample(name, labels, value)),
  ];
}

function formatHeader(name: string, description: string, type: string): string[] {
  return [`# HELP ${name} ${escapeBackslashesAndNewlines(description)}`, `# TYPE ${name} ${type}`];
}

/** Suffixes of metric names by unit. Units in braces only name the counted thing. */
const UNITS: Readonly<Record<string, string>> = { s: '_seconds', By: '_bytes', '{USD}': '_usd' };

function getPrometheusName(
  { name, unit }: Pick<Instrument, 'name' | 'unit'>,
  isTotal: boolean,
): string {
  return `${toPrometheusName(name)}${UNITS[unit] ?? ''}${isTotal ? '_total' : ''}`;
}

function formatPrometheusSample(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(
    ([label, text]) =>
      `${toPrometheusName(label)}="${escapeBackslashesAndNewlines(text).replaceAll('"', '\\"')}"`,
  );
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`;
}

function toPrometheusName(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9_]/g, '_');
}

function escapeBackslashesAndNewlines(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}
