import { lookup as lookUp } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type Undici from 'undici';
import { findUrlProblem, isAllowedHost } from './address-guard.ts';
import { isLoopback } from './host-guard.ts';
import { networkFetch } from './outgoing/network-fetch.ts';
import { findProxy, readProxySettings } from './outgoing/proxy-settings.ts';
import { restrictLookupToPublicAddresses, UnsafeAddressError } from './public-lookup.ts';

/** Options of `createSafeFetch`. */
export interface SafeFetchOptions {
  /** Hosts that may be requested although they are not public, and also over plain http. */
  readonly allowedHosts?: readonly string[];
  /** Whether requests to this machine are allowed. */
  readonly allowsLoopback?: boolean;
  /** Replaces the DNS lookup. Only for tests. */
  readonly lookup?: LookupFunction;
}

/** A `fetch` for URLs that a caller of the server has named. */
export interface SafeFetch {
  /** Requests public addresses and allowed hosts. Follows no redirect. Rejects with `UnsafeAddressError`. */
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/**
 * Creates a `fetch` for URLs that callers have named. Refuses addresses that are not public, as
 * `SafeFetch` describes.
 */
export function createSafeFetch(options: SafeFetchOptions = {}): SafeFetch {
  const { allowedHosts = [], allowsLoopback = false, lookup = lookUp } = options;
  const guardedLookup = restrictLookupToPublicAddresses(lookup);
  let loaded: ReturnType<typeof loadDispatcher> | undefined;

  function isUnguardedHost(url: URL): boolean {
    return isAllowedHost(url, allowedHosts) || (allowsLoopback && isLoopback(url.hostname));
  }

  return {
    async fetch(address, init) {
      const url = URL.parse(String(address));
      const isOpenHost = url !== null && isUnguardedHost(url);
      const problem = findUrlProblem(String(address), isOpenHost ? [url.host] : []);
      if (url === null || problem !== undefined) {
        const host = url?.host ?? 'the address';
        throw new UnsafeAddressError(
          'unsafe-address',
          `no request was sent to ${host}: ${problem}`,
        );
      }
      const request = { ...init, redirect: 'manual' } as const;
      if (isOpenHost) return networkFetch(url, request);
      const settings = readProxySettings(process.env);
      if (settings && findProxy(url, settings)) {
        await assertPublic(url.hostname, guardedLookup);
        return networkFetch(url, request);
      }
      const { dispatcher } = await (loaded ??= loadDispatcher(guardedLookup));
      return networkFetch(url, { ...request, dispatcher });
    },
    async close() {
      await (await loaded)?.agent.destroy();
    },
  };
}

/** Loads the HTTP client on demand, because it takes 150 ms. */
async function loadDispatcher(lookup: LookupFunction): Promise<{
  readonly agent: Undici.Agent;
  readonly dispatcher: NonNullable<RequestInit['dispatcher']>;
}> {
  const { Agent, Dispatcher1Wrapper } = await import('undici');
  const agent = new Agent({ connect: { lookup }, headersTimeout: 0, bodyTimeout: 0 });
  // Node's `fetch` declares the type of an older dispatcher, which is compatible with this one.
  const dispatcher = new Dispatcher1Wrapper(agent) as object;
  return { agent, dispatcher: dispatcher as NonNullable<RequestInit['dispatcher']> };
}

function assertPublic(hostname: string, lookup: LookupFunction): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }, (error) =>
    error ? reject(error) : resolve(),
  );
  return promise;
}
