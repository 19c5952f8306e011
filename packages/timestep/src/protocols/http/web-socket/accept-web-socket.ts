/** A WebSocket for text messages. */
export interface TextSocket {
  /** Received text messages. The iteration ends when the client disconnects or the server closes. */
  readonly texts: AsyncIterable<string>;
  /** Signal that aborts when the client disconnects. */
  readonly signal: AbortSignal;
  /** Sends a text. Resolves once the client can receive more or has disconnected. Never rejects. */
  send(text: string): Promise<void>;
}

/** Handles a WebSocket, which the server closes when the promise settles. */
export type WebSocketHandler = (socket: TextSocket) => Promise<void>;

const HANDLER: unique symbol = Symbol('talk');

/** Returns whether a request asks for a WebSocket (RFC 6455, section 4.2.1). */
export function isUpgradeRequest({ method, headers }: Request): boolean {
  return method === 'GET' && headers.get('upgrade')?.toLowerCase() === 'websocket';
}

/** Creates a response that makes `listen` open a WebSocket; any other server sends its status 426. */
export function acceptWebSocket(handler: WebSocketHandler): Response {
  const response = new Response(null, { status: 426, headers: { upgrade: 'websocket' } });
  return Object.assign(response, { [HANDLER]: handler });
}

/** Returns the handler of the WebSocket if a response accepts one. */
export function getWebSocketHandler(response: Response): WebSocketHandler | undefined {
  return (response as { readonly [HANDLER]?: WebSocketHandler })[HANDLER];
}
