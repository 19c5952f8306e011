import { BlockList, isIP } from 'node:net';

/** Networks that a stranger's request must not make a server call (RFC 6890). */
const PRIVATE: readonly (readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
  ['5f00::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];

const blocked = new BlockList();
for (const [network, prefix, family] of PRIVATE) blocked.addSubnet(network, prefix, family);

/**
 * Whether an address belongs to the public internet; an IPv4 address inside IPv6 counts as IPv4.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  return !blocked.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/**
 * What is wrong with calling an address that a stranger gave, judged by the address alone; a name
 * is looked up only when it is called. Hosts in `allowed`, with or without a port, may be called
 * even where they are not public.
 */
export function problemWithAddress(given: string, allowed: readonly string[]): string | undefined {
  if (!URL.canParse(given)) return 'it is not an absolute URL';
  const url = new URL(given);
  if (url.username !== '' || url.password !== '') return 'it must not hold a name or a password';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'it must be an https address';
  if (isAllowedHost(url, allowed)) return undefined;
  if (url.protocol !== 'https:')
    return `it must be https: ${url.host} is not among the hosts allowed`;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isName = isIP(host) === 0;
  if (isName ? isLocalName(host) : !isPublicAddress(host)) {
    return `${url.host} is not an address of the public internet`;
  }
  return undefined;
}

export function isAllowedHost(url: URL, allowed: readonly string[]): boolean {
  return allowed.includes(url.host) || allowed.includes(url.hostname);
}

/** A name without a dot, or one that means this machine or network, is looked up here only. */
function isLocalName(host: string): boolean {
  const name = host.replace(/\.$/, '').toLowerCase();
  return !name.includes('.') || /\.(localhost|local|internal|home\.arpa)$/.test(name);
}
