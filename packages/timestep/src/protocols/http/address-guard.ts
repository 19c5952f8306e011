import { BlockList, isIP, isIPv6 } from 'node:net';

/** Non-public IPv4 networks (RFC 6890), to which callers must not make the server send requests. */
const NON_PUBLIC_NETWORKS = [
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
];

/**
 * IPv6 networks that are allocated to the public internet (IANA, IPv6 Global Unicast Address Assignments). All
 * others are reserved, local, for documentation, or translate IPv4 addresses.
 */
const PUBLIC_NETWORKS = [
  '2001:200::/23',
  '2001:400::/22',
  '2001:800::/21',
  '2001:1200::/23',
  '2001:1400::/22',
  '2001:1800::/21',
  '2001:2000::/19',
  '2001:4000::/21',
  '2001:4800::/22',
  '2001:4c00::/23',
  '2001:5000::/20',
  '2001:8000::/19',
  '2001:a000::/20',
  '2001:b000::/20',
  '2003::/18',
  '2400::/12',
  '2410::/12',
  '2600::/12',
  '2610::/23',
  '2620::/23',
  '2630::/12',
  '2800::/12',
  '2a00::/12',
  '2a10::/12',
  '2c00::/12',
];

/** Allocated IPv6 networks that are not part of the public internet (RFC 3849). */
const DOCUMENTATION = ['2001:db8::/32'];

/** Network of IPv4-mapped IPv6 addresses (RFC 4291, section 2.5.5.2), which systems reach over IPv4. */
const MAPPED_NETWORKS = ['::ffff:0:0/96'];

/** Matches IPv6 addresses that end in an IPv4 address, possibly of a private network (ISATAP, RFC 5214). */
const ISATAP = /:(?::|0:|200:)5efe:[\da-f]+:[\da-f]+$/;

interface KnownNetworks {
  readonly nonPublic: BlockList;
  readonly public: BlockList;
  readonly documentation: BlockList;
  readonly mapped: BlockList;
}

let known: KnownNetworks | undefined;

/** Returns the lists of networks, which are created at the first use: that takes 1 ms. */
function getKnownNetworks(): KnownNetworks {
  known ??= {
    nonPublic: createBlockList('ipv4', NON_PUBLIC_NETWORKS),
    public: createBlockList('ipv6', PUBLIC_NETWORKS),
    documentation: createBlockList('ipv6', DOCUMENTATION),
    mapped: createBlockList('ipv6', MAPPED_NETWORKS),
  };
  return known;
}

function createBlockList(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', length] = network.split('/');
    list.addSubnet(address, Number(length), family);
  }
  return list;
}

/** Adds an address, or a range such as `10.0.0.0/8`. Throws if it is neither. */
export function addAddressOrSubnet(list: BlockList, network: string): void {
  const [address = '', length] = network.split('/');
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  if (isIP(address) === 0) throw new Error('not an address');
  if (length === undefined) list.addAddress(address, family);
  else list.addSubnet(address, /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN, family);
}

/** Returns whether an address is part of the public internet. IPv4 inside IPv6 counts as IPv4. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  const networks = getKnownNetworks();
  if (family === 4) return !networks.nonPublic.check(address, 'ipv4');
  if (networks.mapped.check(address, 'ipv6')) return !networks.nonPublic.check(address, 'ipv6');
  if (!networks.public.check(address, 'ipv6') || networks.documentation.check(address, 'ipv6')) {
    return false;
  }
  return !ISATAP.test(URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? '');
}

/**
 * Describes why the server must not call a URL from an untrusted caller. Host names are resolved only when the call
 * is made. Hosts in `allowed`, with or without a port, need not be public.
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
  if (isName ? isLocalNetworkName(host) : !isPublicAddress(host)) {
    return `${url.host} is not a public internet address`;
  }
  return undefined;
}

export function isAllowedHost(url: URL, allowed: readonly string[]): boolean {
  return allowed.includes(url.host) || allowed.includes(url.hostname);
}

/** Returns whether a host name has no dot, or names this machine or its local network. */
function isLocalNetworkName(host: string): boolean {
  const name = host.replace(/\.$/, '').toLowerCase();
  return !name.includes('.') || /\.(localhost|local|internal|home\.arpa)$/.test(name);
}
