import type { PageContext } from '../page-context.ts';

/** What a route is answered with. */
export interface ApiContext extends PageContext {
  /** Aborts when the server ends. */
  readonly ending: AbortSignal;
  /** In whose name the operator begins conversations; empty where the server tells no callers apart. */
  readonly caller: string;
}

/** A request for data of the page. */
export interface ApiCall {
  readonly request: Request;
  readonly url: URL;
  readonly context: ApiContext;
  /** A part of the path that the route names, as `id` in `/tasks/:id`. */
  readonly param: (name: string) => string;
}

/** One path below `/ui/api`. */
export interface ApiRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Parts that begin with a colon are given to `answer`. */
  readonly path: string;
  readonly answer: (call: ApiCall) => Promise<Response> | Response;
}

/** The parts of a path that a route names; `undefined` where the path is another one. */
export function paramsIn(route: string, path: string): ReadonlyMap<string, string> | undefined {
  const wanted = route.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const params = new Map<string, string>();
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) {
      if (value === '') return undefined;
      params.set(part.slice(1), decoded(value));
    } else if (part !== value) return undefined;
  }
  return params;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** A failure in the form that every route of the page gives it. */
export function refusal(status: number, code: string, message: string): Response {
  return Response.json({ error: { code, message } }, { status, headers: NEVER_KEPT });
}

/** Data in JSON. */
export function data(value: unknown): Response {
  return Response.json(value, { headers: NEVER_KEPT });
}

const NEVER_KEPT = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
