import { INSTRUMENTS, type Measurement } from '#protocols/metrics';
import { ATTRIBUTE } from '#protocols/trace';

export interface AnsweredRequest {
  readonly method: string;
  readonly status: number;
  /** Path prefix of the mount that answered; undefined if no mount answered. */
  readonly prefix?: string | undefined;
  /** Milliseconds until the response headers were known. */
  readonly tookMs: number;
}

/** HTTP methods that get their own label in measurements; clients can send any other word. */
const METHODS: readonly string[] = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH'];

/** HTTP statuses that count as rejections, as opposed to failures and unknown paths. */
export const REFUSED: readonly number[] = [401, 403, 413, 429, 503];

/** Converts a request to measurements, named as in OpenTelemetry's HTTP conventions. */
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

/** Returns the method label of a request. All unusual methods share one label. */
export function getMethodLabel({ method }: Pick<Request, 'method'>): string {
  return METHODS.includes(method) ? method : '_OTHER';
}

/** Returns the route label of a path prefix. All agents share one label. */
export function getRouteLabel(prefix: string): string {
  return prefix.replace(/^\/agents\/[^/]+/, '/agents/{agent}') || '/';
}
