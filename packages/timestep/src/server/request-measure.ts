import { INSTRUMENTS, type Measurement } from '../metrics/index.ts';
import { ATTRIBUTE } from '../trace/index.ts';

/** A request that was answered. */
export interface Answered {
  readonly method: string;
  readonly status: number;
  /** The prefix of the mount that answered; absent where none did. */
  readonly prefix?: string | undefined;
  /** Milliseconds until the head of the answer. */
  readonly tookMs: number;
}

/** Methods that requests usually have; clients may send any other word. */
const METHODS: readonly string[] = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH'];

/** Statuses of requests that were refused, as opposed to those that failed or asked for nothing there is. */
export const REFUSED: readonly number[] = [401, 403, 413, 429, 503];

/** A request as measurements, by the names of the conventions of OpenTelemetry for HTTP. */
export function requestMeasures({
  method,
  status,
  prefix,
  tookMs,
}: Answered): readonly Measurement[] {
  const labels = {
    'http.request.method': methodOf({ method }),
    'http.response.status_code': String(status),
    ...(prefix !== undefined && { 'http.route': routeOf(prefix) }),
  };
  const answered = { instrument: INSTRUMENTS.request, labels, value: tookMs / 1000 };
  if (!REFUSED.includes(status)) return [answered];
  const refused = { [ATTRIBUTE.error]: String(status) };
  return [answered, { instrument: INSTRUMENTS.refusals, labels: refused, value: 1 }];
}

/** A method that requests have; others are one, however many there are. */
export function methodOf({ method }: Pick<Request, 'method'>): string {
  return METHODS.includes(method) ? method : '_OTHER';
}

/** Agents share one route, however many there are. */
export function routeOf(prefix: string): string {
  return prefix.replace(/^\/agents\/[^/]+/, '/agents/{agent}') || '/';
}
