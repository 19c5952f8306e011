import {
  callerOf,
  preflightAnswer,
  readableByPage,
  refusedHostOrOrigin,
  strangerResponse,
  type Authenticate,
  type FetchHandler,
  type GuardOptions,
} from '../http/index.ts';

/** A part of a server: answers the requests that are its own. */
export type Route = (request: Request) => Promise<Response | undefined> | Response | undefined;

export interface AppOptions extends GuardOptions {
  readonly routes: readonly Route[];
  /** Absent: everybody who can reach the server is the same, unnamed principal. */
  readonly authenticate?: Authenticate;
  /** Told of defects, which callers only see as an internal error. */
  readonly onError?: (thrown: unknown) => void;
}

/** What anybody may read: how to find the agent, and whether the server is up. */
const PUBLIC = /\/\.well-known\/agent(-card)?\.json$|^\/health$/;

/** When to try again what cannot be done now, in seconds. */
const RETRY_AFTER = '5';

/**
 * One handler out of many: refuses forged hosts and unknown callers, then asks route by route. Pages of
 * allowed origins are told what a browser must know before it lets them read an answer.
 */
export function createApp(options: AppOptions): FetchHandler {
  return async (request) => {
    const refused = refusedHostOrOrigin(request, options);
    if (refused !== undefined) return failure(403, 'forbidden', refused);
    const preflight = preflightAnswer(request, options);
    return preflight ?? readableByPage(request, await answer(request, options), options);
  };
}

async function answer(request: Request, options: AppOptions): Promise<Response> {
  const { routes, authenticate, onError } = options;
  if (!isPublic(request)) {
    const caller = await callerOf(request, authenticate, onError);
    if (!caller.known) return strangerResponse(caller);
  }
  try {
    for (const route of routes) {
      const response = await route(request);
      if (response) return withRetryAfter(response);
    }
  } catch (thrown) {
    onError?.(thrown);
    return failure(500, 'internal-error', 'the server failed to answer this request');
  }
  const { pathname } = new URL(request.url);
  return failure(404, 'not-found', `there is nothing at ${request.method} ${pathname}`);
}

/** Says when to come again (RFC 9110, section 15.6.4), unless the route has. */
function withRetryAfter(response: Response): Response {
  if (response.status === 503 && !response.headers.has('retry-after')) {
    response.headers.set('retry-after', RETRY_AFTER);
  }
  return response;
}

function isPublic(request: Request): boolean {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  return reads && PUBLIC.test(new URL(request.url).pathname);
}

function failure(status: number, code: string, message: string): Response {
  return Response.json({ error: { code, message } }, { status });
}
