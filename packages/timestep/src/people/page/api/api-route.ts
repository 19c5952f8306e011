import type { PageContext } from '../page-context.ts';

export interface ApiContext extends PageContext {
  /** Aborts when the server shuts down. */
  readonly ending: AbortSignal;
  /** Principal for conversations that the operator starts. May be empty. */
  readonly caller: string;
}

export interface ApiCall {
  readonly request: Request;
  readonly url: URL;
  readonly context: ApiContext;
  /** Returns a path parameter by name, such as `id` in `/tasks/:id`. */
  readonly param: (name: string) => string;
}

/** A method and a path below `/ui/api`, with the handler. */
export interface ApiRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Segments that begin with a colon are parameters. */
  readonly path: string;
  readonly handle: (call: ApiCall) => Promise<Response> | Response;
}

/** Returns the path parameters; undefined if the path does not match. */
export function matchRoutePath(
  route: string,
  path: string,
): ReadonlyMap<string, string> | undefined {
  const wanted = route.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const params = new Map<string, string>();
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) {
      if (value === '') return undefined;
      params.set(part.slice(1), decodePathSegment(value));
    } else if (part !== value) return undefined;
  }
  return params;
}

function decodePathSegment(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

export function createErrorResponse(status: number, code: string, message: string): Response {
  return Response.json({ error: { code, message } }, { status, headers: NO_STORE_HEADERS });
}

export function createJsonResponse(value: unknown): Response {
  return Response.json(value, { headers: NO_STORE_HEADERS });
}

const NO_STORE_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
