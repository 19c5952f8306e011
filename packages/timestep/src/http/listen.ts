import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { TimestepError } from '../core/index.ts';
import { createArrivedTogether } from './arrived-together.ts';
import { dropUnreadBody } from './dropped-body.ts';
import { seenThrough } from './forwarded.ts';
import { isLoopback } from './guard.ts';
import { isWebSocket, serveUpgrades, type Upgrades } from './web-socket/upgrades.ts';

/** A request handler in web form; every server here is one. */
export type FetchHandler = (request: Request) => Promise<Response> | Response;

/** Where a server listens. Throws `ListenError` where that is not allowed or not possible. */
export interface ListenOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Whether callers must prove who they are; without it only loopback addresses are served. */
  readonly authenticated?: boolean;
  /** Proxies that are believed what they say of a request, as addresses or ranges. Default: none. */
  readonly trustProxy?: readonly string[];
  /** Bytes of one message of a WebSocket. Default 4 MiB. */
  readonly messageLimit?: number;
  /** Milliseconds between signs of life that the peer of a WebSocket is asked for. Default 30 000. */
  readonly pingMs?: number;
  /** Receives what failed on a WebSocket, whose peer only sees that it is closed. */
  readonly onError?: (thrown: unknown) => void;
}

/** A socket that is open, until `close`. */
export interface Listening {
  readonly url: string;
  readonly port: number;
  /** Stops accepting, lets open responses end for up to `graceMs`, then drops them. */
  close(graceMs?: number): Promise<void>;
}

/** The server cannot listen as asked. */
export class ListenError extends TimestepError {}

/**
 * Longer than proxies keep an idle connection, which is 60 seconds for most: otherwise a proxy
 * could send a request on a connection that the server is closing.
 */
const KEEP_ALIVE_MS = 65_000;

const DEFAULT_MESSAGE_LIMIT = 4 * 1024 * 1024;

/** Shorter than proxies keep an idle connection. */
const DEFAULT_PING_MS = 30_000;

/** Serves a handler over HTTP/1.1, and the WebSockets that it accepts. */
export async function listen(handler: FetchHandler, options: ListenOptions): Promise<Listening> {
  const { port, host = '127.0.0.1', authenticated = false, trustProxy = [] } = options;
  if (!authenticated && !isLoopback(host)) {
    throw new ListenError(
      'auth-required',
      `refusing to listen on ${host} without authentication: set an API key, or use 127.0.0.1`,
    );
  }
  const through = seenThrough(trustProxy);
  const answer =
    trustProxy.length === 0
      ? handler
      : (request: Request, peer?: string) => handler(through(request, peer));
  // Programs that serve nothing do without Node's HTTP server, which takes longer to load than Timestep.
  const { createAdaptorServer } = await import('@hono/node-server');
  const arrivedTogether = createArrivedTogether();
  const server = createAdaptorServer({
    async fetch(request, { incoming }) {
      await arrivedTogether();
      const response = await answer(request, incoming.socket.remoteAddress);
      const dropping = dropUnreadBody(incoming);
      if (dropping) await dropping;
      return response;
    },
    // Clients that ask for another protocol are answered in this one.
    serverOptions: { shouldUpgradeCallback: isWebSocket },
  }) as Server;
  const upgrades = serveUpgrades(server, answer, {
    mostBytes: options.messageLimit ?? DEFAULT_MESSAGE_LIMIT,
    pingMs: options.pingMs ?? DEFAULT_PING_MS,
    onError: options.onError ?? (() => undefined),
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await listening(server, port, host);
  const bound = (server.address() as AddressInfo).port;
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${name}:${bound}`,
    port: bound,
    close: (graceMs = 5000) => closed(server, upgrades, graceMs),
  };
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const message =
        error.code === 'EADDRINUSE'
          ? `port ${port} is in use: stop what uses it or choose another port`
          : `cannot listen on ${host}:${port}: ${error.message}`;
      reject(new ListenError(error.code ?? 'listen-failed', message, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
}

/** While a server closes, how often it closes connections that have become idle. */
const SWEEP_MS = 20;

async function closed(server: Server, upgrades: Upgrades, graceMs: number): Promise<void> {
  await Promise.all([answersEnded(server, graceMs), upgrades.close(graceMs)]);
}

function answersEnded(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), graceMs);
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    server.close(() => {
      clearTimeout(late);
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
}
