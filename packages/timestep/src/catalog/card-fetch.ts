import type { FetchFn } from '../a2a/index.ts';

/** Addresses of which answers are kept: a card may be at one of two, and may move once. */
const MOST_KEPT = 4;

interface Kept {
  readonly body: string;
  readonly type: string;
  /** What the server is asked with whether it has changed. */
  readonly conditions: Readonly<Record<string, string>>;
}

/**
 * A `fetch` that asks whether a card has changed (RFC 9110, section 13.1), and keeps the one that it has
 * where the server says that it has not. Other requests pass unchanged. The caller bounds what is read.
 */
export function cardFetch(fetch: FetchFn): FetchFn {
  const kept = new Map<string, Kept>();
  return async (url, init) => {
    if ((init.method ?? 'GET') !== 'GET') return fetch(url, init);
    const before = kept.get(url);
    const headers = { ...plainHeaders(init.headers), ...before?.conditions };
    const response = await fetch(url, { ...init, headers });
    if (response.status === 304 && before) {
      return new Response(before.body, { headers: { 'content-type': before.type } });
    }
    kept.delete(url);
    const conditions = conditionsIn(response.headers);
    if (response.status !== 200 || Object.keys(conditions).length === 0) return response;
    const body = await response.text();
    const type = response.headers.get('content-type') ?? 'application/json';
    kept.set(url, { body, type, conditions });
    for (const oldest of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(oldest);
    return new Response(body, { headers: response.headers });
  };
}

function plainHeaders(headers: RequestInit['headers']): Record<string, string> {
  return Object.fromEntries(new Headers(headers));
}

function conditionsIn(headers: Headers): Record<string, string> {
  const etag = headers.get('etag');
  const modified = headers.get('last-modified');
  return {
    ...(etag !== null && { 'if-none-match': etag }),
    ...(modified !== null && { 'if-modified-since': modified }),
  };
}
