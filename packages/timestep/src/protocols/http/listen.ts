import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { TimestepError } from '#core';
import { createWaitForEventLoopTurn } from './event-loop-turns.ts';
import { createApplyForwardedHeaders } from './forwarded-headers.ts';
import { isLoopback } from './host-guard.ts';
import { isWebSocketRequest, serveUpgrades } from './web-socket/serve-upgrades.ts';
import type { Readable } from 'node:stream';

/** Handles HTTP requests. */
export type FetchHandler = (request: Request) => Promise<Response> | Response;

/** Options of a listening server. */
export interface ListenOptions {
  /** Port to listen on. 0 selects any free port. */
  readonly port: number;
  /** Host to listen on. Default: 127.0.0.1. */
  readonly host?: string;
  /** Whether callers are authenticated. If false, only loopback hosts are allowed. */
  readonly authenticated?: boolean;
  /** Addresses or ranges whose forwarding headers are used. Default: none. */
  readonly trustProxy?: readonly string[];
  /** Maximum size of a WebSocket message in bytes. Default: 4 MiB. */
  readonly messageLimit?: number;
  /** Milliseconds between WebSocket pings. Default: 30 000. */
  readonly pingMs?: number;
  /** Callback for errors of WebSocket handlers. Clients only see that the socket closes. */
  readonly onError?: (thrown: unknown) => void;
}

/** A listening server. */
export interface ListeningServer {
  readonly url: string;
  readonly port: number;
  /** Waits up to `graceMs` for open responses, then closes the rest. */
  close(graceMs?: number): Promise<void>;
}

/** Thrown if the server cannot listen on the host and port. */
export class ListenError extends TimestepError {}

/** Keep-alive time, longer than the idle timeout of most proxies, which reuse connections. */
const KEEP_ALIVE_MS = 65_000;

const DEFAULT_MESSAGE_LIMIT = 4 * 1024 * 1024;

/** Default interval of WebSocket pings, shorter than the idle timeout of proxies. */
const DEFAULT_PING_MS = 30_000;

/** Serves a handler over HTTP/1.1 with WebSockets. Throws `ListenError`. */
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
  // Node's HTTP server is loaded late, because it takes long and many programs serve nothing.
  const { createAdaptorServer } = await import('@hono/node-server');
  const arrivedTogether = createWaitForEventLoopTurn();
  const server = createAdaptorServer({
    async fetch(request, { incoming }) {
      await arrivedTogether();
      const response = await answer(request, incoming.socket.remoteAddress);
      if (!incoming.complete && incoming.readableFlowing === null) await readRestOfBody(incoming);
      return response;
    },
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
    async close(graceMs = 5000) {
      await Promise.all([closeServerGracefully(server, graceMs), upgrades.close(graceMs)]);
    },
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

/** Interval at which a closing server closes idle connections. */
const SWEEP_MS = 20;

function closeServerGracefully(server: Server, graceMs: number): Promise<void> {
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

/** Maximum milliseconds for which the server reads the rest of a request body after it has responded. */
const TIMEOUT_MS = 500;
const MAX_BYTES = 64 * 1024 * 1024;

/** Reads the rest of a request body, because closing earlier may lose the response (RFC 9112, section 9.6). */
async function readRestOfBody(incoming: Readable): Promise<void> {
  const arrived = Promise.withResolvers<void>();
  let bytes = 0;
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) arrived.resolve();
  };
  const patience = setTimeout(arrived.resolve, TIMEOUT_MS);
  incoming.on('data', count).once('end', arrived.resolve).once('close', arrived.resolve);
  await arrived.promise;
  clearTimeout(patience);
  incoming.off('data', count).off('end', arrived.resolve).off('close', arrived.resolve);
}
