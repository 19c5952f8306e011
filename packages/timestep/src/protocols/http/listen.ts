import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { TimestepError } from '../../core/index.ts';
import { createWaitForTurnEnd } from './wait-for-turn-end.ts';
import { dropUnreadBody } from './drop-unread-body.ts';
import { createApplyForwardedHeaders } from './forwarded-headers.ts';
import { isLoopback } from './host-guard.ts';
import { isWebSocketRequest, serveUpgrades, type Upgrades } from './web-socket/serve-upgrades.ts';

/** An HTTP request handler based on the web standards `Request` and `Response`. */
export type FetchHandler = (request: Request) => Promise<Response> | Response;

/** Options of a listening server. */
export interface ListenOptions {
  /** The port. 0 selects any free port. */
  readonly port: number;
  /** The host to listen on. Default: 127.0.0.1. */
  readonly host?: string;
  /** Whether the server authenticates callers. If false, only loopback hosts are allowed. */
  readonly authenticated?: boolean;
  /**
   * Trusted proxies, as addresses or ranges. Only their forwarding headers are used. Default: none.
   */
  readonly trustProxy?: readonly string[];
  /** Maximum size of a WebSocket message in bytes. Default: 4 MiB. */
  readonly messageLimit?: number;
  /** Interval of WebSocket pings in milliseconds. Default: 30 000. */
  readonly pingMs?: number;
  /** Receives errors of WebSockets. The client sees only that the socket is closed. */
  readonly onError?: (thrown: unknown) => void;
}

/** A listening server. */
export interface ListeningServer {
  readonly url: string;
  readonly port: number;
  /**
   * Stops accepting connections, waits up to `graceMs` for open responses, then closes the rest.
   */
  close(graceMs?: number): Promise<void>;
}

/** The error thrown if the server cannot listen on the host and port. */
export class ListenError extends TimestepError {}

/**
 * The keep-alive timeout. Longer than the idle timeout of most proxies (60 seconds), because
 * otherwise a proxy could send a request on a connection that the server is closing.
 */
const KEEP_ALIVE_MS = 65_000;

const DEFAULT_MESSAGE_LIMIT = 4 * 1024 * 1024;

/** The default ping interval. Shorter than the idle timeout of proxies. */
const DEFAULT_PING_MS = 30_000;

/**
 * Serves a handler over HTTP/1.1, including the WebSockets that it accepts. Throws `ListenError` if
 * listening is not allowed or not possible.
 */
export async function listen(
  handler: FetchHandler,
  options: ListenOptions,
): Promise<ListeningServer> {
  const { port, host = '127.0.0.1', authenticated = false, trustProxy = [] } = options;
  if (!authenticated && !isLoopback(host)) {
    throw new ListenError(
      'auth-required',
      `refusing to listen on ${host} without authentication: set an API key, or use 127.0.0.1`,
    );
  }
  const through = createApplyForwardedHeaders(trustProxy);
  const answer =
    trustProxy.length === 0
      ? handler
      : (request: Request, peer?: string) => handler(through(request, peer));
  // Loaded on demand, because Node's HTTP server takes longer to load than Timestep and programs
  // that serve nothing do not need it.
  const { createAdaptorServer } = await import('@hono/node-server');
  const arrivedTogether = createWaitForTurnEnd();
  const server = createAdaptorServer({
    async fetch(request, { incoming }) {
      await arrivedTogether();
      const response = await answer(request, incoming.socket.remoteAddress);
      const dropping = dropUnreadBody(incoming);
      if (dropping) await dropping;
      return response;
    },
    // Requests for other protocol upgrades are answered over HTTP/1.1.
    serverOptions: { shouldUpgradeCallback: isWebSocketRequest },
  }) as Server;
  const upgrades = serveUpgrades(server, answer, {
    maxBytes: options.messageLimit ?? DEFAULT_MESSAGE_LIMIT,
    pingMs: options.pingMs ?? DEFAULT_PING_MS,
    onError: options.onError ?? (() => undefined),
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await startListening(server, port, host);
  const bound = (server.address() as AddressInfo).port;
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${name}:${bound}`,
    port: bound,
    close: (graceMs = 5000) => closeServer(server, upgrades, graceMs),
  };
}

function startListening(server: Server, port: number, host: string): Promise<void> {
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

/** Interval in milliseconds at which a closing server closes idle connections. */
const SWEEP_MS = 20;

async function closeServer(server: Server, upgrades: Upgrades, graceMs: number): Promise<void> {
  await Promise.all([closeConnections(server, graceMs), upgrades.close(graceMs)]);
}

function closeConnections(server: Server, graceMs: number): Promise<void> {
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
