import type { Collector } from '../collector.ts';
import type { SpanExporter } from './exporter-sender.ts';
import { installedPackage } from './installed-package.ts';

/** In the order in which they are looked for. */
const PACKAGES: readonly string[] = [
  '@opentelemetry/exporter-trace-otlp-proto',
  '@opentelemetry/exporter-trace-otlp-http',
];

/** Makes the exporter of a package of OpenTelemetry, where one is installed. */
export async function installedExporter({
  url,
  headers,
}: Collector): Promise<SpanExporter | undefined> {
  for (const name of PACKAGES) {
    // Programs that do not export must not pay for finding out that a package is missing.
    const loaded = await installedPackage(name, (): Promise<ExporterPackage> => import(name));
    if (loaded) return new loaded.OTLPTraceExporter({ url, headers });
  }
  return undefined;
}

interface ExporterPackage {
  readonly OTLPTraceExporter: new (options: object) => SpanExporter;
}
