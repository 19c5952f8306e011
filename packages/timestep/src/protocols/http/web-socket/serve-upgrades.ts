import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocketServer } from 'ws';
import { runSocket, type OpenSocket, type SocketOptions } from './run-socket.ts';
import { isUpgradeRequest, getWebSocketHandler } from './accept-web-socket.ts';

export interface Upgrades {
  /** Waits up to `graceMs` for handlers, then disconnects the rest. */
  close(graceMs: number): Promise<void>;
}

/** Returns whether a request asks for a WebSocket, and for no other protocol. */
export function isWebSocketRequest({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

/** Passes WebSocket requests to the request handler, which accepts them with `acceptWebSocket`. */
export function serveUpgrades(
  server: Server,
  handler: (request: Request, peer?: string) => Promise<Response> | Response,
  options: SocketOptions,
): Upgrades {
  const open = new Set<OpenSocket>();
  let library: Promise<WebSocketServer> | undefined;
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, first: Buffer) => {
    socket.on('error', () => socket.destroy());
    void answerUpgrade(incoming, socket, first).catch((thrown: unknown) => {
      options.onError(thrown);
      socket.destroy();
    });
  });

  async function answerUpgrade(
    incoming: IncomingMessage,
    socket: Duplex,
    first: Buffer,
  ): Promise<void> {
    const request = toFetchRequest(incoming);
    if (!request) return sendResponse(socket, new Response('bad request', { status: 400 }));
    const response = await handler(request, incoming.socket.remoteAddress);
    const talk = getWebSocketHandler(response);
    if (!talk || !isUpgradeRequest(request)) return sendResponse(socket, response);
    library ??= loadWebSocketServer(options.maxBytes);
    const sockets = await library;
    socket.removeAllListeners('error');
    sockets.handleUpgrade(incoming, socket, first, (accepted) => {
      const one = runSocket(accepted, talk, options);
      open.add(one);
      void one.closed.finally(() => open.delete(one));
    });
  }

  return {
    async close(graceMs) {
      const late = setTimeout(() => open.forEach((one) => one.destroy()), graceMs);
      open.forEach((one) => one.end());
      await Promise.all([...open].map((one) => one.closed));
      clearTimeout(late);
    },
  };
}

async function loadWebSocketServer(maxPayload: number): Promise<WebSocketServer> {
  const { WebSocketServer } = await import('ws');
  return new WebSocketServer({ noServer: true, clientTracking: false, maxPayload });
}

function toFetchRequest({ method, url = '/', headers }: IncomingMessage): Request | undefined {
  const host = headers.host ?? 'localhost';
  const address = url.startsWith('/') ? `http://${host}${url}` : url;
  if (!URL.canParse(address) || method !== 'GET') return undefined;
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  );
  return new Request(address, { headers: given });
}

async function sendResponse(socket: Duplex, response: Response): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  const { status, statusText } = response;
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const length = `content-length: ${body.length}\r\nconnection: close\r\n`;
  socket.write(`HTTP/1.1 ${status} ${statusText}\r\n${headers}${length}\r\n`);
  socket.end(body);
}
