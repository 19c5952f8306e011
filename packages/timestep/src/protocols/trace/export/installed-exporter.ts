import type { Collector } from '../collector.ts';
import type { SpanExporter } from './exporter-sender.ts';
import { loadInstalledPackage } from './load-installed-package.ts';

/** Packages in order of preference. */
const PACKAGES: readonly string[] = [
  '@opentelemetry/exporter-trace-otlp-proto',
  '@opentelemetry/exporter-trace-otlp-http',
];

/**
 * Creates the exporter of an installed OpenTelemetry package. Resolves with `undefined` if none is
 * installed.
 */
export async function loadInstalledExporter({
  url,
  headers,
}: Collector): Promise<SpanExporter | undefined> {
  for (const name of PACKAGES) {
    // Loaded on demand, so that programs without export do not search for missing packages.
    const loaded = await loadInstalledPackage(name, (): Promise<ExporterPackage> => import(name));
    if (loaded) return new loaded.OTLPTraceExporter({ url, headers });
  }
  return undefined;
}

interface ExporterPackage {
  readonly OTLPTraceExporter: new (options: object) => SpanExporter;
}
