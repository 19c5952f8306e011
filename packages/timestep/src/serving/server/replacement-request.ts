/** The field of a response that holds the request to answer instead. */
const AGAIN: unique symbol = Symbol('again');

/**
 * Creates a response that makes the server answer another request instead, with all of its checks.
 */
export function toReplacementResponse(request: Request): Response {
  return Object.assign(new Response(null, { status: 404 }), { [AGAIN]: request });
}

/** Returns the request to answer instead; undefined for a normal response. */
export function findReplacementRequest(response: Response): Request | undefined {
  return (response as { readonly [AGAIN]?: Request })[AGAIN];
}
