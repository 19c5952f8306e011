import { toFields, TimestepError, type JsonValue } from '#core';
import { createRoutes } from '#protocols/http';
import { API_ROUTES } from './api-routes.ts';
import { ApiError, createBodyRules, type ApiContext } from './api-route.ts';

const API_PATH = '/ui/api';
const findRoute = createRoutes(API_ROUTES);

export async function handleApiRequest(request: Request, context: ApiContext): Promise<Response> {
  const { method } = request;
  const url = new URL(request.url);
  const { target, params = {} } = findRoute(method, url.pathname.slice(API_PATH.length)) ?? {};
  if (!target) {
    return createApiErrorResponse(404, 'not-found', `not found: ${method} ${url.pathname}`);
  }
  async function readBody(): Promise<JsonValue> {
    const body = await context.site.readJson(request);
    if (body.ok) return body.value;
    throw new ApiError(body.status, 'refused', body.message);
  }
  try {
    const answer = await target({
      request,
      url,
      context,
      param: (name) => params[name] ?? '',
      readBody,
      readFields: async (expected) =>
        toFields(await readBody(), createBodyRules(expected), 'the body'),
    });
    if (answer instanceof Response) return answer;
    return Response.json(answer, { headers: NO_STORE_HEADERS });
  } catch (thrown) {
    if (thrown instanceof ApiError) {
      return createApiErrorResponse(thrown.status, thrown.code, thrown.message);
    }
    context.site.onError(thrown);
    const code = TimestepError.isInstance(thrown) ? thrown.code : 'internal-error';
    return createApiErrorResponse(500, code, 'internal server error: see the output of the server');
  }
}

export function createApiErrorResponse(status: number, code: string, message: string): Response {
  return Response.json({ error: { code, message } }, { status, headers: NO_STORE_HEADERS });
}

const NO_STORE_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
