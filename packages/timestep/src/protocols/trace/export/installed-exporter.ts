import type { Collector } from '../collector.ts';
import type { SpanExporter } from './exporter-sender.ts';
import { loadInstalledPackage } from './load-installed-package.ts';

const PACKAGES: readonly string[] = [
  '@opentelemetry/exporter-trace-otlp-proto',
  '@opentelemetry/exporter-trace-otlp-http',
];

export async function loadInstalledExporter(
  collector: Collector,
): Promise<SpanExporter | undefined> {
  const { url, headers } = collector;
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
