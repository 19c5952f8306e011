import { BlockList, isIP, isIPv6 } from 'node:net';
import { TimestepError } from '#core';
import { addAddressOrSubnet } from './address-guard.ts';

/** Thrown for an invalid entry in the list of trusted proxies. */
export class ProxyError extends TimestepError {
  declare readonly code: 'bad-proxy';
}

/** Applies the headers of a trusted proxy to a request. `peer` is the address of the connection. */
type ApplyForwardedHeaders = (request: Request, peer: string | undefined) => Request;

/** Symbol for the request property that holds the path prefix under which a proxy exposes the server. */
const PREFIX: unique symbol = Symbol('prefix');

/**
 * Creates a function that applies `X-Forwarded-Proto`, `X-Forwarded-Host` and `X-Forwarded-Prefix` of these proxies
 * (addresses, or ranges such as `10.0.0.0/8`). Of several values, the last one counts, because the nearest proxy
 * wrote it. Throws `ProxyError`.
 */
export function createApplyForwardedHeaders(proxies: readonly string[]): ApplyForwardedHeaders {
  const trusted = new BlockList();
  for (const proxy of proxies) addTrustedProxy(trusted, proxy);
  return (request, peer) => {
    if (peer === undefined || !isTrustedProxy(trusted, peer)) return request;
    const { headers } = request;
    const [proto, host, prefix] = [
      readLastValue(headers, 'x-forwarded-proto', PROTO)?.toLowerCase(),
      readLastValue(headers, 'x-forwarded-host', HOST),
      readLastValue(headers, 'x-forwarded-prefix', PATH)?.replace(/\/$/, ''),
    ];
    if (proto === undefined && host === undefined && prefix === undefined) return request;
    const { protocol, host: own, pathname, search } = new URL(request.url);
    const begin = `${proto ?? protocol.slice(0, -1)}://${host ?? own}`;
    if (!URL.canParse(begin)) return request;
    const given = new Headers(headers);
    if (host !== undefined) given.set('host', host);
    const { method, signal, body } = request;
    const init: RequestInit = { method, headers: given, signal, body, duplex: 'half' };
    return setPathPrefix(new Request(begin + pathname + search, init), prefix);
  };
}

/** Returns the base URL of the server as the caller sees it, without a trailing slash. */
export function getServerUrl(request: Request): string {
  const { protocol, host } = new URL(request.url);
  const named = request.headers.get('host') ?? host;
  return `${protocol}//${named}${getPathPrefix(request) ?? ''}`;
}

/**
 * Creates a request from `url` and `init`. Only the path prefix that the proxy has removed is taken
 * from the original request.
 */
export function createReplacementRequest(original: Request, url: URL, init: RequestInit): Request {
  return setPathPrefix(new Request(url, init), getPathPrefix(original));
}

function setPathPrefix(request: Request, prefix: string | undefined): Request {
  return prefix ? Object.assign(request, { [PREFIX]: prefix }) : request;
}

function getPathPrefix(request: Request): string | undefined {
  return (request as { readonly [PREFIX]?: string })[PREFIX];
}

const PROTO = /^https?$/i;
const HOST = /^(\[[\da-f:.]+\]|[\w.-]{1,253})(:\d{1,5})?$/i;
const PATH = /^(?=.{1,256}$)(\/[\w.~!$&'()*+,;=:@%-]+)*\/?$/;

function readLastValue(headers: Headers, name: string, pattern: RegExp): string | undefined {
  const last = headers.get(name)?.split(',').at(-1)?.trim();
  return last !== undefined && pattern.test(last) ? last : undefined;
}

function addTrustedProxy(trusted: BlockList, proxy: string): void {
  try {
    addAddressOrSubnet(trusted, proxy);
  } catch (cause) {
    const say = 'use an address such as 127.0.0.1, or a range such as 10.0.0.0/8';
    throw new ProxyError('bad-proxy', `invalid trusted proxy "${proxy}": ${say}`, {
      cause,
    });
  }
}

/** Returns whether a proxy is trusted. Dual-stack servers report IPv4 addresses as `::ffff:127.0.0.1`. */
function isTrustedProxy(trusted: BlockList, peer: string): boolean {
  const address = peer.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(address) !== 0 && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
