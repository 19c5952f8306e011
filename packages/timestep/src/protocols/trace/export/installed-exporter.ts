import type { Agent } from 'node:http';
import { findProxyOfEnvironment } from '#protocols/http';
import type { Collector } from '../collector.ts';
import { TraceError } from '../trace-error.ts';
import type { SpanExporter } from './exporter-sender.ts';

const PACKAGES: readonly string[] = [
  '@opentelemetry/exporter-trace-otlp-proto',
  '@opentelemetry/exporter-trace-otlp-http',
];

const GRPC_PACKAGE = '@opentelemetry/exporter-trace-otlp-grpc';

/** Loads the exporter of OTLP over gRPC. Throws `TraceError` if its package is not installed. */
export async function loadGrpcExporter({ url, headers }: Collector): Promise<SpanExporter> {
  const name = GRPC_PACKAGE;
  const loaded = await loadInstalledPackage(name, (): Promise<ExporterPackage> => import(name));
  if (!loaded) {
    const message = `OTLP over gRPC needs a package that is not installed: run npm install ${name}, or set OTEL_EXPORTER_OTLP_PROTOCOL to http/protobuf or http/json`;
    throw new TraceError('bad-setting', message);
  }
  const { origin } = new URL(url);
  return new loaded.OTLPTraceExporter({ url: origin, metadata: createGrpcMetadata(headers) });
}

/** Creates an object with the methods of gRPC metadata that the OpenTelemetry exporter calls. */
function createGrpcMetadata(headers: Collector['headers']): object {
  const metadata = { clone: (): object => metadata, getMap: () => headers };
  return metadata;
}

export async function loadInstalledExporter(
  collector: Collector,
): Promise<SpanExporter | undefined> {
  const { url, headers } = collector;
  for (const name of PACKAGES) {
    // The package is loaded only for an export, so that other programs do not search for it.
    const loaded = await loadInstalledPackage(name, (): Promise<ExporterPackage> => import(name));
    if (!loaded) continue;
    const createAgent = await findProxyAgentFactory(url);
    const proxied = createAgent && { httpAgentOptions: createAgent };
    return new loaded.OTLPTraceExporter({ url, headers, ...proxied });
  }
  return undefined;
}

/** Creates Node HTTP agents that use the proxy for a URL. Undefined if there is no proxy. */
export async function findProxyAgentFactory(
  url: string,
): Promise<((protocol: string) => Agent) | undefined> {
  const proxy = findProxyOfEnvironment(new URL(url));
  if (proxy === undefined) return undefined;
  const [http, https] = await Promise.all([import('node:http'), import('node:https')]);
  const options = { keepAlive: true, proxyEnv: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } };
  return (protocol) => (protocol === 'https:' ? new https.Agent(options) : new http.Agent(options));
}

interface ExporterPackage {
  readonly OTLPTraceExporter: new (options: object) => SpanExporter;
}

export async function loadInstalledPackage<Package>(
  name: string,
  load: () => Promise<Package>,
): Promise<Package | undefined> {
  try {
    return await load();
  } catch (thrown) {
    if (isMissingPackage(thrown, name)) return undefined;
    throw thrown;
  }
}

function isMissingPackage(thrown: unknown, name: string): boolean {
  if (!(thrown instanceof Error) || !('code' in thrown)) return false;
  return thrown.code === 'ERR_MODULE_NOT_FOUND' && thrown.message.includes(name);
}
