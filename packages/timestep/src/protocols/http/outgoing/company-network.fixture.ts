import { createServer, request } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import {
  createServer as createTlsServer,
  getCACertificates,
  setDefaultCACertificates,
} from 'node:tls';
import { onTestFinished, vi } from 'vitest';
import { listen, type FetchHandler } from '../listen.ts';
import { createTestAuthority, type TestAuthority } from './certificate.fixture.ts';

/** A network from which the internet is reached only through a proxy. */
export interface CompanyNetwork {
  /** URL of the proxy. */
  readonly proxy: string;
  /** The targets that the proxy was asked for, such as `CONNECT api.example:443`. */
  readonly asked: readonly string[];
  readonly authority: TestAuthority;
  /** Serves a host of the internet over http, and over https with a certificate of the authority. */
  readonly serve: (host: string, handler: FetchHandler, options?: ServedHost) => Promise<void>;
}

/** A host of the internet. */
interface ServedHost {
  /** A public address of the host, which the proxy knows too. */
  readonly address?: string;
  /** Days until the certificate expires; negative if it has expired. Default: 1. */
  readonly days?: number | undefined;
}

/** How the proxy answers. */
export interface ProxyRules {
  /** The user name and the password that the proxy requires, as `user:password`. */
  readonly login?: string;
  /** HTTP status with which the proxy refuses every target. */
  readonly status?: number;
}

/** Starts a proxy on the loopback address, which alone knows the addresses of the served hosts. */
export async function startCompanyNetwork(rules: ProxyRules = {}): Promise<CompanyNetwork> {
  const ports = new Map<string, number>();
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const login = rules.login && `Basic ${Buffer.from(rules.login).toString('base64')}`;
  const refuse = (authorization: string | undefined): number | undefined =>
    login !== undefined && authorization !== login ? 407 : rules.status;
  const authority = createTestAuthority();

  const server = createServer((incoming, response) => {
    const { url = '', method, headers } = incoming;
    const target = URL.parse(url);
    asked.push(`${method} ${url}`);
    const status = refuse(headers['proxy-authorization']);
    const port = ports.get(`${target?.hostname}:${target?.port || 80}`);
    if (status !== undefined || !target || port === undefined) {
      response.writeHead(status ?? 502).end();
      return;
    }
    const path = target.pathname + target.search;
    const forwarded = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(forwarded);
  });
  server.on('connect', (incoming, socket: Socket) => {
    asked.push(`CONNECT ${incoming.url}`);
    const status = refuse(incoming.headers['proxy-authorization']);
    const port = ports.get(incoming.url ?? '');
    if (status !== undefined || port === undefined) {
      socket.end(`HTTP/1.1 ${status ?? 502} No\r\n\r\n`);
      return;
    }
    const target = connect(port, '127.0.0.1');
    for (const one of [socket, target]) {
      sockets.add(one);
      one.on('error', () => void [socket, target].map((other) => other.destroy()));
    }
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    socket.pipe(target).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    server.close();
  });

  async function serve(
    host: string,
    handler: FetchHandler,
    { address = host, days }: ServedHost = {},
  ): Promise<void> {
    const plain = await listen(handler, { port: 0 });
    const secure = createTlsServer(authority.issue(host, days), (socket) => {
      const target = connect(plain.port, '127.0.0.1');
      for (const one of [socket, target])
        one.on('error', () => void [socket, target].map((other) => other.destroy()));
      socket.pipe(target).pipe(socket);
    });
    secure.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    for (const name of [host, address]) {
      ports.set(`${name}:80`, plain.port);
      ports.set(`${name}:443`, (secure.address() as AddressInfo).port);
    }
    onTestFinished(async () => {
      secure.close();
      await plain.close(0);
    });
  }

  const proxy = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { proxy, asked, authority, serve };
}

/** Sets the variables of proxies until the end of the test. */
export function useProxy(proxy: string, noProxy = ''): void {
  for (const name of ['HTTPS_PROXY', 'HTTP_PROXY']) {
    vi.stubEnv(name, proxy);
    vi.stubEnv(name.toLowerCase(), undefined);
  }
  vi.stubEnv('NO_PROXY', noProxy);
  vi.stubEnv('no_proxy', undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
}

/** Trusts an authority until the end of the test. */
export function trustAuthority({ cert }: TestAuthority): void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, cert]);
  onTestFinished(() => setDefaultCACertificates(before));
}
