import { systemClock } from '#engine/runner';
import { startTracing, TraceError, type SpanExporter, type TracedBackend } from '#protocols/trace';
import { printToStandardError } from './failure-reporter.ts';

/** A running server or a backend, whose tasks can be exported as traces. */
export interface TracedServer {
  readonly backend: TracedBackend;
  /**
   * True if the server already exports traces, because environment variables name a destination.
   */
  readonly isTraced?: boolean;
}

/** Omitted options are read from the environment variables of OpenTelemetry and Langfuse. */
export interface TracingOptions {
  /** An OpenTelemetry exporter that receives the spans instead of a collector. */
  readonly exporter?: SpanExporter;
  /** Service name in traces. Default: `OTEL_SERVICE_NAME`, else `timestep`. */
  readonly serviceName?: string;
  /** Service version in traces. Default `1.0.0`. */
  readonly serviceVersion?: string;
  /** URL of the collector to which traces are sent, such as http://127.0.0.1:4318. */
  readonly otlpEndpoint?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether to export messages, arguments and results. Default false. */
  readonly contents?: boolean;
  /** Whether to add `openinference.span.kind` to spans. Default false. */
  readonly openInference?: boolean;
  /** Redacts exported contents further. Keys and tokens of known formats are always redacted. */
  readonly redact?: (text: string) => string;
  /** Environment variables to read. Default `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Receives export errors, at most one per minute. Default: writes to standard error. */
  readonly onError?: (thrown: unknown) => void;
}

/**
 * Exports tasks as traces until the server closes. Requests never wait for the export, and each
 * span is sent at most once. Resolves to false if the environment variables disable the export or
 * no destination is set. Throws `TraceError` for an invalid setting.
 */
export function enableTracing(
  { backend, isTraced = false }: TracedServer,
  { serviceVersion: version = '1.0.0', ...given }: TracingOptions = {},
): Promise<boolean> {
  const { env = process.env, onError = printToStandardError } = given;
  if (isTraced) {
    if (Object.keys(given).length === 0) return Promise.resolve(true);
    const advice = 'pass tracing: false to start to export them with other settings';
    const message = `the agent exports its traces already, as the environment says: ${advice}`;
    return Promise.reject(new TraceError('already-traced', message));
  }
  return startTracing(backend, { ...given, env, version, clock: systemClock, onError });
}
