import type { FetchFn } from '#protocols/a2a';

/** Maximum number of cached responses: an agent card can be at two URLs, each with a redirect. */
const MOST_KEPT = 4;

interface CachedCard {
  readonly body: string;
  readonly type: string;
  /** Request headers that ask the server whether the card has changed. */
  readonly conditions: Readonly<Record<string, string>>;
}

/** Caches GET responses, whose size the caller limits (conditional requests, RFC 9110). */
export function withCardCache(fetch: FetchFn): FetchFn {
  const kept = new Map<string, CachedCard>();
  return async (url, init) => {
    if ((init.method ?? 'GET') !== 'GET') return fetch(url, init);
    const before = kept.get(url);
    const headers = { ...Object.fromEntries(new Headers(init.headers)), ...before?.conditions };
    const response = await fetch(url, { ...init, headers });
    if (response.status === 304 && before) {
      return new Response(before.body, { headers: { 'content-type': before.type } });
    }
    kept.delete(url);
    const conditions = getConditionalHeaders(response.headers);
    if (response.status !== 200 || Object.keys(conditions).length === 0) return response;
    const body = await response.text();
    const type = response.headers.get('content-type') ?? 'application/json';
    kept.set(url, { body, type, conditions });
    for (const oldest of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(oldest);
    return new Response(body, { headers: response.headers });
  };
}

function getConditionalHeaders(headers: Headers): Record<string, string> {
  const etag = headers.get('etag');
  const modified = headers.get('last-modified');
  return {
    ...(etag !== null && { 'if-none-match': etag }),
    ...(modified !== null && { 'if-modified-since': modified }),
  };
}
