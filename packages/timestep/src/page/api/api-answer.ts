import { TimestepError } from '../../core/index.ts';
import { API_ROUTES } from './routes.ts';
import { paramsIn, refusal, type ApiContext } from './route.ts';

const BASE = '/ui/api';

/** Answers a request below `/ui/api`. */
export async function apiAnswer(request: Request, context: ApiContext): Promise<Response> {
  const url = new URL(request.url);
  const path = url.pathname.slice(BASE.length);
  for (const { method, path: wanted, answer } of API_ROUTES) {
    const params = method === request.method ? paramsIn(wanted, path) : undefined;
    if (!params) continue;
    try {
      return await answer({ request, url, context, param: (name) => params.get(name) ?? '' });
    } catch (thrown) {
      context.site.onError(thrown);
      return refusal(500, codeOf(thrown), 'the server failed to answer; its output says more');
    }
  }
  return refusal(404, 'not-found', `there is nothing at ${request.method} ${url.pathname}`);
}

function codeOf(thrown: unknown): string {
  return thrown instanceof TimestepError ? thrown.code : 'internal-error';
}
