import type { GuardOptions } from './host-guard.ts';

/** Response headers that pages of other origins may read. */
const EXPOSED_HEADERS = [
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
/** How long a browser may cache the preflight response, in seconds. */
const MAX_AGE_SECONDS = '7200';

function findAllowedOrigin(
  request: Request,
  { allowedOrigins = [] }: GuardOptions,
): string | undefined {
  const origin = request.headers.get('origin');
  return origin !== null && allowedOrigins.includes(origin) ? origin : undefined;
}

/** Answers a CORS preflight request, which has no API key and must be answered before authentication. */
export function answerPreflight(request: Request, options: GuardOptions): Response | undefined {
  if (request.method !== 'OPTIONS' || findAllowedOrigin(request, options) === undefined) {
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
      'access-control-max-age': MAX_AGE_SECONDS,
      ...(wanted !== null && { 'access-control-allow-headers': wanted }),
      ...(isPrivate && { 'access-control-allow-private-network': 'true' }),
    },
  });
  return addCorsHeaders(request, answer, options);
}

/** Adds the headers by which a page of an allowed origin can read the response, including errors. */
export function addCorsHeaders(
  request: Request,
  response: Response,
  options: GuardOptions,
): Response {
  const { allowedOrigins = [] } = options;
  // The header `Vary` prevents caches from serving the response to another origin.
  if (allowedOrigins.length > 0) response.headers.append('vary', 'Origin');
  const origin = findAllowedOrigin(request, options);
  if (origin === undefined) return response;
  response.headers.set('access-control-allow-origin', origin);
  response.headers.set('access-control-expose-headers', EXPOSED_HEADERS);
  return response;
}
