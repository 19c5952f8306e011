/** The field of an answer that hands its request on. */
const AGAIN: unique symbol = Symbol('again');

/** Lets the server answer another request in the place of one, with all of its checks. */
export function answeredAs(request: Request): Response {
  return Object.assign(new Response(null, { status: 404 }), { [AGAIN]: request });
}

/** The request that is to be answered instead, where an answer says so. */
export function againOf(response: Response): Request | undefined {
  return (response as { readonly [AGAIN]?: Request })[AGAIN];
}
