/** Sends a key in a header of its own instead of in `Authorization`. */
export function withKeyHeader(
  fetch: typeof globalThis.fetch,
  header: string,
  key: string,
): typeof globalThis.fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers);
    headers.delete('authorization');
    headers.set(header, key);
    return fetch(input, { ...init, headers });
  };
}
