import type { Collector } from '../collector.ts';
import type { SpanExporter } from './exporter-sender.ts';

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
    const loaded = await load(name);
    if (loaded) return new loaded.OTLPTraceExporter({ url, headers });
  }
  return undefined;
}

interface ExporterPackage {
  readonly OTLPTraceExporter: new (options: object) => SpanExporter;
}

async function load(name: string): Promise<ExporterPackage | undefined> {
  try {
    // Programs that do not export must not pay for finding out that a package is missing.
    return (await import(name)) as ExporterPackage;
  } catch (thrown) {
    if (isMissing(thrown, name)) return undefined;
    throw thrown;
  }
}

function isMissing(thrown: unknown, name: string): boolean {
  if (!(thrown instanceof Error) || !('code' in thrown)) return false;
  return thrown.code === 'ERR_MODULE_NOT_FOUND' && thrown.message.includes(name);
}
