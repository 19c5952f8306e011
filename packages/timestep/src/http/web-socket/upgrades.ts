import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocketServer } from 'ws';
import { openSocket, type OpenSocket, type SocketOptions } from './open-socket.ts';
import { isUpgrade, talkOf } from './upgrade.ts';

/** The WebSockets of a server. */
export interface Upgrades {
  /** Lets talks end what they are doing for up to `graceMs`, then drops them. */
  close(graceMs: number): Promise<void>;
}

/** Whether a request asks for a WebSocket, and for no other protocol. */
export function isWebSocket({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

/**
 * Serves the requests for WebSockets of a server by the handler of all its requests, which sees them as it
 * sees others and accepts them by `upgradeResponse`.
 */
export function serveUpgrades(
  server: Server,
  handler: (request: Request, peer?: string) => Promise<Response> | Response,
  options: SocketOptions,
): Upgrades {
  const open = new Set<OpenSocket>();
  let library: Promise<WebSocketServer> | undefined;
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, first: Buffer) => {
    socket.on('error', () => socket.destroy());
    void answered(incoming, socket, first).catch((thrown: unknown) => {
      options.onError(thrown);
      socket.destroy();
    });
  });

  async function answered(incoming: IncomingMessage, socket: Duplex, first: Buffer): Promise<void> {
    const request = requestOf(incoming);
    if (!request) return refuse(socket, new Response('bad request', { status: 400 }));
    const response = await handler(request, incoming.socket.remoteAddress);
    const talk = talkOf(response);
    if (!talk || !isUpgrade(request)) return refuse(socket, response);
    library ??= loaded(options.mostBytes);
    const sockets = await library;
    socket.removeAllListeners('error');
    sockets.handleUpgrade(incoming, socket, first, (accepted) => {
      const one = openSocket(accepted, talk, options);
      open.add(one);
      void one.gone.finally(() => open.delete(one));
    });
  }

  return {
    async close(graceMs) {
      const late = setTimeout(() => open.forEach((one) => one.destroy()), graceMs);
      open.forEach((one) => one.end());
      await Promise.all([...open].map((one) => one.gone));
      clearTimeout(late);
    },
  };
}

/** A server loads the library with the first socket that it accepts. */
async function loaded(maxPayload: number): Promise<WebSocketServer> {
  const { WebSocketServer } = await import('ws');
  return new WebSocketServer({ noServer: true, clientTracking: false, maxPayload });
}

function requestOf({ method, url = '/', headers }: IncomingMessage): Request | undefined {
  const host = headers.host ?? 'localhost';
  const address = url.startsWith('/') ? `http://${host}${url}` : url;
  if (!URL.canParse(address) || method !== 'GET') return undefined;
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  );
  return new Request(address, { headers: given });
}

/** Answers as HTTP does, and closes the connection. */
async function refuse(socket: Duplex, response: Response): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  const { status, statusText } = response;
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const length = `content-length: ${body.length}\r\nconnection: close\r\n`;
  socket.write(`HTTP/1.1 ${status} ${statusText}\r\n${headers}${length}\r\n`);
  socket.end(body);
}
