import type { Collector } from '../collector.ts';
import type { SpanExporter } from './exporter-sender.ts';
import { loadInstalledPackage } from './load-installed-package.ts';

const PACKAGES: readonly string[] = [
  '@opentelemetry/exporter-trace-otlp-proto',
  '@opentelemetry/exporter-trace-otlp-http',
];

/** Loads an installed exporter package; undefined if none is installed. */
export async function loadInstalledExporter({
  url,
  headers,
}: Collector): Promise<SpanExporter | undefined> {
  for (const name of PACKAGES) {
    // The package is loaded only for export, so that other programs do not search for it.
    const loaded = await loadInstalledPackage(name, (): Promise<ExporterPackage> => import(name));
    if (loaded) return new loaded.OTLPTraceExporter({ url, headers });
  }
  return undefined;
}

interface ExporterPackage {
  readonly OTLPTraceExporter: new (options: object) => SpanExporter;
}
