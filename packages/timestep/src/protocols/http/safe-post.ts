import { lookup as lookUp } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type Undici from 'undici';
import { isAllowedHost, findUrlProblem } from './address-guard.ts';
import { explainNetworkFailure } from './outgoing/network-failure.ts';
import { openProxyConnections } from './outgoing/proxy-connections.ts';
import { findProxy, readProxySettings, type ProxySettings } from './outgoing/proxy-settings.ts';
import { restrictLookupToPublicAddresses, UnsafeAddressError } from './public-lookup.ts';

/** Options of `createSafePost`. */
export interface SafePostOptions {
  /** Hosts that may be called although they are not public, and also over plain http. */
  readonly allowedHosts?: readonly string[];
  /** Replaces the DNS lookup. Only for tests. */
  readonly lookup?: LookupFunction;
}

/** Posts to URLs from untrusted callers. */
export interface SafePost {
  /** Returns why a URL must not be called, judged by the URL alone. Undefined if it may. */
  readonly findUrlProblem: (url: string) => string | undefined;
  /** Posts a text and resolves to the response status. Follows no redirect. Rejects with `UnsafeAddressError`. */
  readonly post: (
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** Maximum bytes of a response, after which the connection is closed. */
const MAX_RESPONSE_BYTES = 64 * 1024;

/** Creates a function that posts to URLs from untrusted callers, but only to public addresses. */
export function createSafePost(options: SafePostOptions = {}): SafePost {
  const { allowedHosts = [], lookup = lookUp } = options;
  let loaded: ReturnType<typeof loadHttpClient> | undefined;

  return {
    findUrlProblem: (url) => findUrlProblem(url, allowedHosts),
    async post(url, headers, body, signal) {
      const problem = findUrlProblem(url, allowedHosts);
      if (problem !== undefined)
        throw new UnsafeAddressError(
          'unsafe-address',
          `no request was sent to ${getHost(url)}: ${problem}`,
        );
      const client = await (loaded ??= loadHttpClient(lookup));
      const target = new URL(url);
      const isAllowed = isAllowedHost(target, allowedHosts);
      const settings = readProxySettings(process.env);
      const proxied = settings && findProxy(target, settings) ? settings : undefined;
      try {
        const route = proxied
          ? await routeThroughProxy(target, isAllowed ? undefined : client.guardedLookup, proxied)
          : { url: target, dispatcher: isAllowed ? client.open : client.guarded };
        const { dispatcher } = route;
        const sent = { method: 'POST', headers: { ...headers, host: target.host }, body } as const;
        const answer = await client.request(route.url, { ...sent, signal, dispatcher });
        await answer.body.dump({ limit: MAX_RESPONSE_BYTES });
        return answer.statusCode;
      } catch (thrown) {
        throw explainNetworkFailure(thrown, target, proxied) ?? thrown;
      }
    },
    async close() {
      const client = await loaded;
      await Promise.all([client?.guarded.destroy(), client?.open.destroy()]);
    },
  };
}

/** Loads the HTTP client on demand, because most servers send no notifications. */
async function loadHttpClient(lookup: LookupFunction): Promise<{
  readonly request: typeof Undici.request;
  readonly guarded: Undici.Agent;
  readonly guardedLookup: LookupFunction;
  readonly open: Undici.Agent;
}> {
  const { Agent, request } = await import('undici');
  const guardedLookup = restrictLookupToPublicAddresses(lookup);
  const guarded = new Agent({ connect: { lookup: guardedLookup } });
  return { request, guarded, guardedLookup, open: new Agent({ connect: { lookup } }) };
}

/**
 * Returns where to send a request that goes through a proxy. With `lookup`, the proxy receives the looked-up
 * address, because it could find another address for the host name.
 */
async function routeThroughProxy(
  target: URL,
  lookup: LookupFunction | undefined,
  settings: ProxySettings,
): Promise<{ readonly url: URL; readonly dispatcher: Undici.Dispatcher }> {
  const { dispatcher } = await openProxyConnections(settings);
  const url = new URL(target);
  const name = target.hostname.replace(/^\[|\]$/g, '');
  if (lookup && isIP(name) === 0) {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    lookup(name, {}, (error, found) => {
      if (error || typeof found !== 'string')
        reject(error ?? new Error(`no IP address was found for the host ${name}`));
      else resolve(found);
    });
    const address = await promise;
    url.hostname = isIP(address) === 6 ? `[${address}]` : address;
  }
  return { url, dispatcher };
}

/** Returns the host of a URL for messages, because paths and queries of webhooks are often secrets. */
function getHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'the address';
}
