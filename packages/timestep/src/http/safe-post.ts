import { lookup as lookUp } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { TimestepError } from '../core/index.ts';
import { isAllowedHost, isPublicAddress, problemWithAddress } from './address-guard.ts';

/** An address that must not be called. Nothing was sent. */
export class UnsafeAddressError extends TimestepError {}

/** Which hosts may be called although they are not public. */
export interface SafePostOptions {
  /**
   * Hosts, with or without a port, that may be called although they are not public, also over http.
   */
  readonly allowedHosts?: readonly string[];
  /** Looks names up; for tests. */
  readonly lookup?: LookupFunction;
}

/** Posts to addresses that strangers gave. */
export interface SafePost {
  /** What is wrong with an address, judged by the address alone. */
  problemWith(url: string): string | undefined;
  /**
   * Posts and returns the status; the body of the answer is not read and redirects are not
   * followed. Rejects with `UnsafeAddressError`, or with the error of the connection.
   */
  post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<number>;
  close(): Promise<void>;
}

/** Bytes of an answer that are accepted before the connection is dropped. */
const MOST_OF_ANSWER = 64 * 1024;

/** Posts to addresses of strangers, and refuses those that are not public. */
export function createSafePost(options: SafePostOptions = {}): SafePost {
  const { allowedHosts = [], lookup = lookUp } = options;
  // Loaded with the first message, because most servers never send one.
  const loaded = once(async () => {
    const { Agent, request } = await import('undici');
    return {
      request,
      guarded: new Agent({ connect: { lookup: publicOnly(lookup) } }),
      open: new Agent({ connect: { lookup } }),
    };
  });

  return {
    problemWith: (url) => problemWithAddress(url, allowedHosts),
    async post(url, headers, body, signal) {
      const problem = problemWithAddress(url, allowedHosts);
      if (problem !== undefined)
        throw new UnsafeAddressError('unsafe-address', `${hostOf(url)} was not called: ${problem}`);
      const { request, guarded, open } = await loaded.get();
      const dispatcher = isAllowedHost(new URL(url), allowedHosts) ? open : guarded;
      const answer = await request(url, { method: 'POST', headers, body, signal, dispatcher });
      await answer.body.dump({ limit: MOST_OF_ANSWER });
      return answer.statusCode;
    },
    async close() {
      const made = await loaded.made();
      await Promise.all([made?.guarded.destroy(), made?.open.destroy()]);
    },
  };
}

/**
 * A lookup that finds public addresses only. It runs while the connection is made, so that a name
 * cannot have one address when it is checked and another when it is called.
 */
function publicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const addresses = Array.isArray(found) ? found : [];
      if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) {
        const message = `${hostname} is not an address of the public internet`;
        return callback(new UnsafeAddressError('unsafe-address', message), []);
      }
      const [first] = addresses;
      if (options.all || !first) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}

/**
 * The part of an address that a message may show: paths and queries of webhooks are often secrets.
 */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'the address';
}

function once<T>(make: () => Promise<T>): {
  readonly get: () => Promise<T>;
  readonly made: () => Promise<T | undefined>;
} {
  let making: Promise<T> | undefined;
  return { get: () => (making ??= make()), made: async () => making };
}
