import { systemClock } from '../runner/index.ts';
import { startTracing, type SpanExporter, type TracedBackend } from '../trace/index.ts';

/** What has tasks whose traces can be exported: a server that runs, or any backend. */
export interface TracedServer {
  readonly backend: TracedBackend;
}

/** How traces are exported. What is left out is read from the variables of OpenTelemetry and Langfuse. */
export interface TracingOptions {
  /** An exporter of OpenTelemetry, which takes the spans in place of a collector. */
  readonly exporter?: SpanExporter;
  /** Default `OTEL_SERVICE_NAME`, else `timestep`. */
  readonly serviceName?: string;
  /** Default 1.0.0. */
  readonly serviceVersion?: string;
  /** The address of a collector, such as http://127.0.0.1:4318. */
  readonly otlpEndpoint?: string;
  /** Sent to the collector. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether messages, arguments and results are exported. Default false. */
  readonly contents?: boolean;
  /** Whether spans have `openinference.span.kind`. Default false. */
  readonly openInference?: boolean;
  /** Takes more out of contents than keys and tokens of known forms. */
  readonly redact?: (text: string) => string;
  /** Default `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Receives what could not be exported, at most once a minute. Default: a line on standard error. */
  readonly onError?: (thrown: unknown) => void;
}

/**
 * Exports what the agents of a server do as traces, from the logs of its tasks, until it closes. No request
 * waits for it, and a span is sent at most once, whatever crashes. Resolves to false where nothing is
 * exported: the environment turns it off, or nothing says where to. Throws `TraceError` for a setting
 * that cannot be used.
 */
export function enableTracing(
  { backend }: TracedServer,
  { serviceVersion = '1.0.0', env = process.env, onError, ...given }: TracingOptions = {},
): Promise<boolean> {
  return startTracing(backend, {
    ...given,
    env,
    version: serviceVersion,
    clock: systemClock,
    onError: onError ?? toStandardError,
  });
}

function toStandardError(thrown: unknown): void {
  process.stderr.write(`timestep: ${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
}
