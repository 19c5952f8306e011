import { TimestepError } from '../../../core/index.ts';
import { API_ROUTES } from './api-routes.ts';
import { matchRoutePath, createErrorResponse, type ApiContext } from './api-route.ts';

const API_PATH = '/ui/api';

export async function handleApiRequest(request: Request, context: ApiContext): Promise<Response> {
  const url = new URL(request.url);
  const path = url.pathname.slice(API_PATH.length);
  for (const { method, path: pattern, handle } of API_ROUTES) {
    const params = method === request.method ? matchRoutePath(pattern, path) : undefined;
    if (!params) continue;
    try {
      return await handle({ request, url, context, param: (name) => params.get(name) ?? '' });
    } catch (thrown) {
      context.site.onError(thrown);
      return createErrorResponse(
        500,
        getErrorCode(thrown),
        'internal server error: see the output of the server',
      );
    }
  }
  return createErrorResponse(404, 'not-found', `not found: ${request.method} ${url.pathname}`);
}

function getErrorCode(thrown: unknown): string {
  return thrown instanceof TimestepError ? thrown.code : 'internal-error';
}
