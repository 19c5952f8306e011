import { BlockList, isIP, isIPv6 } from 'node:net';

/** Non-public networks (RFC 6890), to which callers must not make the server send requests. */
const NON_PUBLIC_NETWORKS: readonly string[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

const blocked = new BlockList();
for (const network of NON_PUBLIC_NETWORKS) addAddressOrSubnet(blocked, network);

/** Adds an address, or a range such as `10.0.0.0/8`. Throws if it is neither. */
export function addAddressOrSubnet(list: BlockList, network: string): void {
  const [address = '', length] = network.split('/');
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  if (isIP(address) === 0) throw new Error('not an address');
  if (length === undefined) list.addAddress(address, family);
  else list.addSubnet(address, /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN, family);
}

/** Whether an address belongs to the public internet. IPv4 inside IPv6 counts as IPv4. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  return !blocked.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/**
 * Describes why the server must not call a URL of an untrusted caller. Host names are resolved only
 * at the call. Hosts in `allowed`, with or without port, need not be public.
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
  if (isName ? isLocalHostName(host) : !isPublicAddress(host)) {
    return `${url.host} is not a public internet address`;
  }
  return undefined;
}

export function isAllowedHost(url: URL, allowed: readonly string[]): boolean {
  return allowed.includes(url.host) || allowed.includes(url.hostname);
}

/** Whether a host name has no dot, or means this machine or network. */
function isLocalHostName(host: string): boolean {
  const name = host.replace(/\.$/, '').toLowerCase();
  return !name.includes('.') || /\.(localhost|local|internal|home\.arpa)$/.test(name);
}
