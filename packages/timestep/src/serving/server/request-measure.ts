import { INSTRUMENTS, type Measurement } from '../../protocols/metrics/index.ts';
import { ATTRIBUTE } from '../../protocols/trace/index.ts';

/** A request that was answered. */
export interface AnsweredRequest {
  readonly method: string;
  readonly status: number;
  /** The prefix of the mount that answered; undefined if none did. */
  readonly prefix?: string | undefined;
  /** Milliseconds until the response's headers were known. */
  readonly tookMs: number;
}

/** Usual HTTP methods. Clients may send any other word. */
const METHODS: readonly string[] = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH'];

/** Statuses of rejected requests, as opposed to failures and unknown paths. */
export const REFUSED: readonly number[] = [401, 403, 413, 429, 503];

/** Converts a request to measurements with the names of OpenTelemetry's HTTP conventions. */
export function requestToMeasurements({
  method,
  status,
  prefix,
  tookMs,
}: AnsweredRequest): readonly Measurement[] {
  const labels = {
    'http.request.method': getMethodLabel({ method }),
    'http.response.status_code': String(status),
    ...(prefix !== undefined && { 'http.route': getRouteLabel(prefix) }),
  };
  const answered = { instrument: INSTRUMENTS.request, labels, value: tookMs / 1000 };
  if (!REFUSED.includes(status)) return [answered];
  const refused = { [ATTRIBUTE.error]: String(status) };
  return [answered, { instrument: INSTRUMENTS.refusals, labels: refused, value: 1 }];
}

/** Returns the label of a method. All unusual methods share one label. */
export function getMethodLabel({ method }: Pick<Request, 'method'>): string {
  return METHODS.includes(method) ? method : '_OTHER';
}

/** Returns the label of a route. All agents share one label. */
export function getRouteLabel(prefix: string): string {
  return prefix.replace(/^\/agents\/[^/]+/, '/agents/{agent}') || '/';
}
