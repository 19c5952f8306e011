import type { GuardOptions } from './guard.ts';

/** What pages may read of an answer beside its body. */
const EXPOSED = [
  'ETag',
  'Mcp-Session-Id',
  'Retry-After',
  'WWW-Authenticate',
  'X-RateLimit-Limit-Requests',
  'X-RateLimit-Remaining-Requests',
  'X-RateLimit-Reset-Requests',
  'X-Request-Id',
  'X-Should-Retry',
].join(', ');
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
/** For how many seconds a browser may reuse the answer. */
const MAX_AGE = '7200';

/** The origin of the page that sent the request, where that origin is allowed to call and read. */
function allowedOrigin(
  request: Request,
  { allowedOrigins = [] }: GuardOptions,
): string | undefined {
  const origin = request.headers.get('origin');
  return origin !== null && allowedOrigins.includes(origin) ? origin : undefined;
}

/**
 * Answers a preflight of the Fetch standard, in which a browser asks whether a page of an allowed
 * origin may send a request. A preflight carries no key, so it is answered before authentication.
 * Returns `undefined` for any other request.
 */
export function preflightAnswer(request: Request, options: GuardOptions): Response | undefined {
  if (request.method !== 'OPTIONS' || allowedOrigin(request, options) === undefined) {
    return undefined;
  }
  const { headers } = request;
  if (!headers.has('access-control-request-method')) return undefined;
  const wanted = headers.get('access-control-request-headers');
  const isPrivate = headers.get('access-control-request-private-network') === 'true';
  const answer = new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': METHODS,
      'access-control-max-age': MAX_AGE,
      ...(wanted !== null && { 'access-control-allow-headers': wanted }),
      ...(isPrivate && { 'access-control-allow-private-network': 'true' }),
    },
  });
  return readableByPage(request, answer, options);
}

/** Lets a page of an allowed origin read the answer, also where the answer is an error. */
export function readableByPage(
  request: Request,
  response: Response,
  options: GuardOptions,
): Response {
  const { allowedOrigins = [] } = options;
  // A cache must not hand the answer for one origin to another.
  if (allowedOrigins.length > 0) response.headers.append('vary', 'Origin');
  const origin = allowedOrigin(request, options);
  if (origin === undefined) return response;
  response.headers.set('access-control-allow-origin', origin);
  response.headers.set('access-control-expose-headers', EXPOSED);
  return response;
}
