import { BlockList, isIP, isIPv6 } from 'node:net';
import { TimestepError } from '../core/index.ts';

/** A list of proxies that cannot be read. */
export class ProxyError extends TimestepError {
  declare readonly code: 'bad-proxy';
}

/** Changes a request to what a trusted proxy says of it; `peer` is the address that it came from. */
type SeenThrough = (request: Request, peer: string | undefined) => Request;

/** The field of a request that says below which path a proxy shows the server. */
const PREFIX: unique symbol = Symbol('prefix');

/**
 * Believes `X-Forwarded-Proto`, `X-Forwarded-Host` and `X-Forwarded-Prefix` of these proxies alone: addresses, or ranges
 * as `10.0.0.0/8`. Of several values the last counts, which the nearest proxy wrote. Throws `ProxyError`.
 */
export function seenThrough(proxies: readonly string[]): SeenThrough {
  const trusted = new BlockList();
  for (const proxy of proxies) addTo(trusted, proxy);
  return (request, peer) => {
    if (peer === undefined || !isAmong(trusted, peer)) return request;
    const { headers } = request;
    const [proto, host, prefix] = [
      valueOf(headers, 'x-forwarded-proto', PROTO)?.toLowerCase(),
      valueOf(headers, 'x-forwarded-host', HOST),
      valueOf(headers, 'x-forwarded-prefix', PATH)?.replace(/\/$/, ''),
    ];
    if (proto === undefined && host === undefined && prefix === undefined) return request;
    const { protocol, host: own, pathname, search } = new URL(request.url);
    const begin = `${proto ?? protocol.slice(0, -1)}://${host ?? own}`;
    if (!URL.canParse(begin)) return request;
    const given = new Headers(headers);
    if (host !== undefined) given.set('host', host);
    const { method, signal, body } = request;
    const init: RequestInit = { method, headers: given, signal, body, duplex: 'half' };
    return withPrefix(new Request(begin + pathname + search, init), prefix);
  };
}

/** The address of the server as the caller of a request knows it, without a slash at its end. */
export function serverAddress(request: Request): string {
  const { protocol, host } = new URL(request.url);
  const named = request.headers.get('host') ?? host;
  return `${protocol}//${named}${prefixOf(request) ?? ''}`;
}

/** A request in the place of another one, which came through the same proxy. */
export function requestInPlaceOf(before: Request, url: URL, init: RequestInit): Request {
  return withPrefix(new Request(url, init), prefixOf(before));
}

function withPrefix(request: Request, prefix: string | undefined): Request {
  return prefix ? Object.assign(request, { [PREFIX]: prefix }) : request;
}

function prefixOf(request: Request): string | undefined {
  return (request as { readonly [PREFIX]?: string })[PREFIX];
}

const PROTO = /^https?$/i;
const HOST = /^(\[[\da-f:.]+\]|[\w.-]{1,253})(:\d{1,5})?$/i;
const PATH = /^(?=.{1,256}$)(\/[\w.~!$&'()*+,;=:@%-]+)*\/?$/;

function valueOf(headers: Headers, name: string, form: RegExp): string | undefined {
  const last = headers.get(name)?.split(',').at(-1)?.trim();
  return last !== undefined && form.test(last) ? last : undefined;
}

function addTo(trusted: BlockList, proxy: string): void {
  const [address = '', length] = proxy.split('/');
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  try {
    if (isIP(address) === 0) throw new Error('not an address');
    if (length === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN, family);
  } catch (cause) {
    const say = 'give an address such as 127.0.0.1, or a range such as 10.0.0.0/8';
    throw new ProxyError('bad-proxy', `the trusted proxy "${proxy}" cannot be read: ${say}`, {
      cause,
    });
  }
}

/** IPv4 comes as `::ffff:127.0.0.1` where a server listens on both. */
function isAmong(trusted: BlockList, peer: string): boolean {
  const address = peer.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(address) !== 0 && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
