import { INSTRUMENTS, type Measure } from '../metrics/index.ts';

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

/** A request as a measurement, by the names of the conventions of OpenTelemetry for HTTP. */
export function requestMeasure({ method, status, prefix, tookMs }: Answered): Measure {
  return {
    instrument: INSTRUMENTS.request,
    labels: {
      'http.request.method': methodOf({ method }),
      'http.response.status_code': String(status),
      ...(prefix !== undefined && { 'http.route': routeOf(prefix) }),
    },
    value: tookMs / 1000,
  };
}

/** A method that requests have; others are one, however many there are. */
export function methodOf({ method }: Pick<Request, 'method'>): string {
  return METHODS.includes(method) ? method : '_OTHER';
}

/** Agents share one route, however many there are. */
export function routeOf(prefix: string): string {
  return prefix.replace(/^\/agents\/[^/]+/, '/agents/{agent}') || '/';
}
