import { LIST_FIELDS } from '../list-options.ts';
import { hasOnlyFields, type PlainRequest } from './plain-request.ts';

const METHODS: ReadonlySet<string> = new Set([...Object.keys(LIST_FIELDS), 'server/discover']);
const PARAMS: ReadonlySet<string> = new Set(['_meta']);

/**
 * Answers a list request from an earlier result of the SDK. Undefined if the result depends on more than the
 * definition.
 */
export function answerListIfCacheable(
  { id, method, params }: PlainRequest,
  results: Map<string, string>,
  ask: () => Promise<Response>,
): Promise<Response> | undefined {
  if (!METHODS.has(method) || !hasOnlyFields(params, PARAMS)) return undefined;
  const known = results.get(method);
  if (known !== undefined) return Promise.resolve(createResultResponse(known, id));
  return ask().then(async (response) => {
    const text = await response.text();
    const { status, headers } = response;
    const { result } = JSON.parse(text) as { readonly result?: unknown };
    if (status === 200 && result !== undefined) results.set(method, JSON.stringify(result));
    return new Response(text, { status, headers });
  });
}

function createResultResponse(result: string, id: string | number): Response {
  const body = `{"result":${result},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
  return new Response(body, { status: 200, headers: { 'content-type': 'application/json' } });
}
