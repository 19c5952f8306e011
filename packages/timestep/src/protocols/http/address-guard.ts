import { BlockList, isIP } from 'node:net';

/** Non-public networks (RFC 6890), to which callers must not make the server send requests. */
const NON_PUBLIC_NETWORKS: readonly (readonly [
  network: string,
  prefix: number,
  family: 'ipv4' | 'ipv6',
])[] = [
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
for (const [network, prefix, family] of NON_PUBLIC_NETWORKS)
  blocked.addSubnet(network, prefix, family);

/** Whether an address belongs to the public internet. IPv4 inside IPv6 counts as IPv4. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  return !blocked.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/**
 * Describes why the server must not call a URL from an untrusted caller. Checks the URL only: a
 * host name is resolved when it is called. Hosts in `allowed`, with or without port, need not be
 * public.
 */
export function findUrlProblem(text: string, allowed: readonly string[]): string | undefined {
  if (!URL.canParse(text)) return 'it is not an absolute URL';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    return 'it must not contain a user name or password';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'it must be an https URL';
  if (isAllowedHost(url, allowed)) return undefined;
  if (url.protocol !== 'https:') return `it must be https: ${url.host} is not an allowed host`;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isName = isIP(host) === 0;
  if (isName ? isLocalName(host) : !isPublicAddress(host)) {
    return `${url.host} is not a public internet address`;
  }
  return undefined;
}

export function isAllowedHost(url: URL, allowed: readonly string[]): boolean {
  return allowed.includes(url.host) || allowed.includes(url.hostname);
}

/** Whether a host name has no dot, or means this machine or network. */
function isLocalName(host: string): boolean {
  const name = host.replace(/\.$/, '').toLowerCase();
  return !name.includes('.') || /\.(localhost|local|internal|home\.arpa)$/.test(name);
}
