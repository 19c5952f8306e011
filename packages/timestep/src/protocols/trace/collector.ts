import { trimTrailing } from '#core';
import { readLangfuseProject, type EnvironmentVariables } from './langfuse.ts';
import { TraceError } from './trace-error.ts';

/** An OTLP collector: its endpoint, headers, and the name of the service. */
export interface Collector {
  readonly url: string;
  /** HTTP headers, which may contain keys: never log them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly service: string;
}

const PATH = '/v1/traces';

/**
 * Returns the collector at `endpoint`, otherwise the collector in the `OTEL_*` variables, otherwise Langfuse.
 * Headers in variables are sent only to the origin in the variables. Throws `TraceError` without an HTTP URL.
 */
export function readCollector(env: EnvironmentVariables, endpoint?: string): Collector {
  const named = readCollectorUrl(env);
  const given =
    endpoint === undefined || endpoint === '' ? named : parseCollectorUrl(endpoint, PATH);
  const langfuse = readLangfuseProject(env);
  const service = env['OTEL_SERVICE_NAME'] || 'timestep';
  if (langfuse) {
    const url = parseCollectorUrl(langfuse.endpoint, PATH);
    const headers = { ...readHeaders(env), ...langfuse.headers };
    if (!given || given.origin === url.origin)
      return { url: (given ?? url).href, headers, service };
  }
  if (!given) {
    throw new TraceError(
      'bad-endpoint',
      'no collector is configured: set its address, such as http://127.0.0.1:4318, or set OTEL_EXPORTER_OTLP_ENDPOINT',
    );
  }
  const isOther = named !== undefined && named.origin !== given.origin;
  return { url: given.href, headers: isOther ? {} : readHeaders(env), service };
}

export function hasCollectorVariables(env: EnvironmentVariables): boolean {
  return readCollectorUrl(env) !== undefined || readLangfuseProject(env) !== undefined;
}

function readCollectorUrl(env: EnvironmentVariables): URL | undefined {
  const whole = env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
  if (whole) return parseCollectorUrl(whole, '');
  const base = env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  return base ? parseCollectorUrl(base, PATH) : undefined;
}

function parseCollectorUrl(endpoint: string, path: string): URL {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new TraceError(
      'bad-endpoint',
      'the collector address is not an HTTP URL: use http://host:4318 or https://host/path',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new TraceError(
      'bad-endpoint',
      'the collector address contains a password: set it in OTEL_EXPORTER_OTLP_HEADERS',
    );
  }
  const before = trimTrailing(url.pathname, '/');
  if (!before.endsWith(path)) url.pathname = `${before}${path}`;
  return url;
}

/** Parses headers in the form `name=value,name=value` with percent-encoded values (OTLP). */
function readHeaders(env: EnvironmentVariables): Record<string, string> {
  const written =
    env['OTEL_EXPORTER_OTLP_TRACES_HEADERS'] || env['OTEL_EXPORTER_OTLP_HEADERS'] || '';
  const headers: Record<string, string> = {};
  for (const pair of written.split(',')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(0, at)).trim().toLowerCase();
    if (name !== '') headers[name] = decodePercentEncoding(pair.slice(at + 1).trim());
  }
  return headers;
}

function decodePercentEncoding(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
