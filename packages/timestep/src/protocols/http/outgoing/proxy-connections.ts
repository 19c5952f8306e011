// Connections through a proxy are shared by the whole process, as `fetch` shares its connections.

import type Undici from 'undici';
import { NetworkError } from './network-failure.ts';
import { findProxy, type ProxySettings } from './proxy-settings.ts';

/** HTTP clients of a process whose environment names a proxy. */
export interface ProxyConnections {
  readonly request: typeof Undici.request;
  /** Sends each request directly or through a proxy, without a time limit between two packets. */
  readonly dispatcher: Undici.Dispatcher;
  /** The same dispatcher, in the type that Node's `fetch` declares. */
  readonly fetchDispatcher: Undici.Dispatcher;
}

const opened = new Map<string, Promise<ProxyConnections>>();

/** Opens the connections for some proxy settings, once for equal settings. */
export function openProxyConnections(settings: ProxySettings): Promise<ProxyConnections> {
  const key = JSON.stringify(settings);
  const known = opened.get(key);
  if (known) return known;
  const connections = createProxyConnections(settings);
  opened.set(key, connections);
  return connections;
}

async function createProxyConnections(settings: ProxySettings): Promise<ProxyConnections> {
  // The HTTP client is loaded on demand, because it takes 150 ms and most programs have no proxy.
  const { Agent, Dispatcher1Wrapper, ProxyAgent, request } = await import('undici');
  const patient = { headersTimeout: 0, bodyTimeout: 0 };
  const direct = new Agent(patient);
  const proxies = new Map<string, Undici.Dispatcher>();

  function findDispatcher(origin: string | URL): Undici.Dispatcher {
    const proxy = findProxy(new URL(origin), settings);
    if (proxy === undefined) return direct;
    const known = proxies.get(proxy);
    if (known) return known;
    assertUsableProxy(proxy);
    const made = new ProxyAgent({ uri: proxy, ...patient });
    proxies.set(proxy, made);
    return made;
  }

  const dispatcher = direct.compose(
    () => (options, handler) => findDispatcher(options.origin ?? '').dispatch(options, handler),
  );
  return { request, dispatcher, fetchDispatcher: new Dispatcher1Wrapper(dispatcher) };
}

/** Throws `NetworkError` for an address that is no HTTP proxy. The message contains no password. */
function assertUsableProxy(uri: string): void {
  const url = URL.parse(uri);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return;
  const problem = url
    ? `a proxy with ${url.protocol}// is not supported`
    : 'the address of the proxy is not a URL';
  throw new NetworkError(
    'bad-proxy',
    `${problem}: set HTTPS_PROXY and HTTP_PROXY in the form http://HOST:PORT`,
  );
}
