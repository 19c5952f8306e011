import { lookup as lookUp } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { TimestepError } from '../../core/index.ts';
import { isAllowedHost, isPublicAddress, findUrlProblem } from './address-guard.ts';

/** The error thrown if a URL must not be called. Nothing was sent. */
export class UnsafeAddressError extends TimestepError {}

/** Options of `createSafePost`. */
export interface SafePostOptions {
  /**
   * Hosts, with or without port, that may be called although they are not public, also over http.
   */
  readonly allowedHosts?: readonly string[];
  /** Resolves host names. Only for tests. */
  readonly lookup?: LookupFunction;
}

/** Posts to URLs from untrusted callers. */
export interface SafePost {
  /**
   * Describes why a URL must not be called, judged by the URL alone. `undefined` if it may be
   * called.
   */
  findUrlProblem(url: string): string | undefined;
  /**
   * Posts and resolves with the response status. The response body is not read and redirects are
   * not followed. Rejects with `UnsafeAddressError` or the connection's error.
   */
  post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<number>;
  close(): Promise<void>;
}

/** Maximum response size in bytes before the connection is closed. */
const MAX_RESPONSE_BYTES = 64 * 1024;

/**
 * Creates a client that posts to URLs from untrusted callers and rejects URLs that are not public.
 */
export function createSafePost(options: SafePostOptions = {}): SafePost {
  const { allowedHosts = [], lookup = lookUp } = options;
  // Loaded with the first message, because most servers never send one.
  const loaded = createOnce(async () => {
    const { Agent, request } = await import('undici');
    return {
      request,
      guarded: new Agent({ connect: { lookup: restrictToPublic(lookup) } }),
      open: new Agent({ connect: { lookup } }),
    };
  });

  return {
    findUrlProblem: (url) => findUrlProblem(url, allowedHosts),
    async post(url, headers, body, signal) {
      const problem = findUrlProblem(url, allowedHosts);
      if (problem !== undefined)
        throw new UnsafeAddressError(
          'unsafe-address',
          `${getHost(url)} was not called: ${problem}`,
        );
      const { request, guarded, open } = await loaded.get();
      const dispatcher = isAllowedHost(new URL(url), allowedHosts) ? open : guarded;
      const answer = await request(url, { method: 'POST', headers, body, signal, dispatcher });
      await answer.body.dump({ limit: MAX_RESPONSE_BYTES });
      return answer.statusCode;
    },
    async close() {
      const made = await loaded.made();
      await Promise.all([made?.guarded.destroy(), made?.open.destroy()]);
    },
  };
}

/**
 * Wraps a DNS lookup so that it returns only public addresses. It runs while the connection is
 * made, so that a name cannot change its address between check and call.
 */
function restrictToPublic(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const addresses = Array.isArray(found) ? found : [];
      if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) {
        const message = `${hostname} is not a public internet address`;
        return callback(new UnsafeAddressError('unsafe-address', message), []);
      }
      const [first] = addresses;
      if (options.all || !first) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}

/**
 * Returns the host of a URL for error messages. Paths and queries are left out because those of
 * webhooks are often secrets.
 */
function getHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'the address';
}

function createOnce<T>(make: () => Promise<T>): {
  readonly get: () => Promise<T>;
  readonly made: () => Promise<T | undefined>;
} {
  let making: Promise<T> | undefined;
  return { get: () => (making ??= make()), made: async () => making };
}
