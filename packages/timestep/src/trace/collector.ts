import { withoutTrailing } from '../core/index.ts';
import { langfuseIn } from './langfuse.ts';
import { TraceError } from './trace-error.ts';

/** Where spans are sent, and what goes with them. */
export interface Collector {
  /** The address to which OTLP is posted. */
  readonly url: string;
  /** May hold keys: shown nowhere. */
  readonly headers: Readonly<Record<string, string>>;
  /** The name of the service in the collector's lists. */
  readonly service: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const PATH = '/v1/traces';

/**
 * The collector at an address, or the one that the `OTEL_*` variables name (OpenTelemetry, OTLP exporter
 * configuration), else Langfuse where its keys are there. The headers of the variables go to their own
 * origin only, where they name one. Throws `TraceError` where there is no address, or it is none of HTTP.
 */
export function collectorFrom(env: Environment, endpoint?: string): Collector {
  const named = namedIn(env);
  const given = endpoint === undefined || endpoint === '' ? named : addressOf(endpoint, PATH);
  const langfuse = langfuseIn(env);
  const service = env['OTEL_SERVICE_NAME'] || 'timestep';
  if (langfuse) {
    const url = addressOf(langfuse.endpoint, PATH);
    const headers = { ...headersIn(env), ...langfuse.headers };
    if (!given || given.origin === url.origin)
      return { url: (given ?? url).href, headers, service };
  }
  if (!given) {
    const what = 'give the address of a collector, such as http://127.0.0.1:4318';
    throw new TraceError('bad-endpoint', `${what}, or set OTEL_EXPORTER_OTLP_ENDPOINT`);
  }
  const isOther = named !== undefined && named.origin !== given.origin;
  return { url: given.href, headers: isOther ? {} : headersIn(env), service };
}

/** Whether the environment names a collector. */
export function namesCollector(env: Environment): boolean {
  return namedIn(env) !== undefined || langfuseIn(env) !== undefined;
}

function namedIn(env: Environment): URL | undefined {
  const whole = env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
  if (whole) return addressOf(whole, '');
  const base = env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  return base ? addressOf(base, PATH) : undefined;
}

function addressOf(endpoint: string, path: string): URL {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    const what = 'the address of the collector is not one of HTTP';
    throw new TraceError('bad-endpoint', `${what}: write http://host:4318 or https://host/path`);
  }
  if (url.username !== '' || url.password !== '') {
    const what = 'the address of the collector holds a password';
    throw new TraceError('bad-endpoint', `${what}: give it in OTEL_EXPORTER_OTLP_HEADERS`);
  }
  const before = withoutTrailing(url.pathname, '/');
  if (!before.endsWith(path)) url.pathname = `${before}${path}`;
  return url;
}

/** Headers as the variables have them: `name=value,name=value`, values with percent signs. */
function headersIn(env: Environment): Record<string, string> {
  const written =
    env['OTEL_EXPORTER_OTLP_TRACES_HEADERS'] || env['OTEL_EXPORTER_OTLP_HEADERS'] || '';
  const headers: Record<string, string> = {};
  for (const pair of written.split(',')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(0, at)).trim().toLowerCase();
    if (name !== '') headers[name] = decoded(pair.slice(at + 1).trim());
  }
  return headers;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
