import type { CompiledEnvironment } from '../compile.ts';
import { LISTS } from '../list-options.ts';
import { hasOnlyFields, type PlainRequest } from './plain-request.ts';

export interface ListCache {
  /** Answers from the cache. Undefined if the result depends on more than the environment. */
  answer(request: PlainRequest, ask: () => Promise<Response>): Promise<Response> | undefined;
}

const METHODS: ReadonlySet<string> = new Set([...LISTS, 'server/discover']);
const PARAMS: ReadonlySet<string> = new Set(['_meta']);

/** Caches the SDK's results of the list methods and `server/discover` for one definition. */
export function createListCache(compiled: () => CompiledEnvironment): ListCache {
  let of: CompiledEnvironment | undefined;
  let kept = new Map<string, string>();
  return {
    answer({ id, method, params }, ask) {
      if (!METHODS.has(method) || !hasOnlyFields(params, PARAMS)) return undefined;
      const now = compiled();
      if (of !== now) {
        of = now;
        kept = new Map();
      }
      const result = kept.get(method);
      if (result !== undefined) return Promise.resolve(createResultResponse(result, id));
      const into = kept;
      return ask().then(async (response) => {
        const text = await response.text();
        const { status, headers } = response;
        // A result is not cached if the definition was replaced meanwhile.
        if (status === 200 && into === kept && compiled() === now) cacheResult(into, method, text);
        return new Response(text, { status, headers });
      });
    },
  };
}

function cacheResult(kept: Map<string, string>, method: string, text: string): void {
  const { result } = JSON.parse(text) as { readonly result?: unknown };
  if (result !== undefined) kept.set(method, JSON.stringify(result));
}

function createResultResponse(result: string, id: string | number): Response {
  const body = `{"result":${result},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
  return new Response(body, { status: 200, headers: { 'content-type': 'application/json' } });
}
