/** A WebSocket of texts, as a route uses it. */
export interface TextSocket {
  /** What the peer says; ends when the peer is gone or the server is to close. */
  readonly texts: AsyncIterable<string>;
  /** Aborts when the peer is gone. */
  readonly signal: AbortSignal;
  /** Sends a text; resolves once the peer has room for more, or is gone. Never rejects. */
  send(text: string): Promise<void>;
}

/** Uses a socket to its end; the server closes the socket when this resolves or rejects. */
export type Talk = (socket: TextSocket) => Promise<void>;

/** The field of an answer that accepts a WebSocket. */
const TALK: unique symbol = Symbol('talk');

/** Whether a request asks for a WebSocket (RFC 6455, section 4.2.1). */
export function isUpgrade({ method, headers }: Request): boolean {
  return method === 'GET' && headers.get('upgrade')?.toLowerCase() === 'websocket';
}

/** Accepts a request that asks for a WebSocket: a socket where `listen` serves it, elsewhere 426. */
export function upgradeResponse(talk: Talk): Response {
  const response = new Response(null, { status: 426, headers: { upgrade: 'websocket' } });
  return Object.assign(response, { [TALK]: talk });
}

/** What is to be done with the socket, where an answer accepts one. */
export function talkOf(response: Response): Talk | undefined {
  return (response as { readonly [TALK]?: Talk })[TALK];
}
