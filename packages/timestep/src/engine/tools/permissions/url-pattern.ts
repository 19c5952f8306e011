import { parseGlob } from './glob.ts';
import { createTextPattern, type Match, type ValuePattern } from './value-pattern.ts';

interface UrlParts {
  readonly scheme: string;
  readonly host: string;
  /** Port of the URL, or the default port of its scheme. */
  readonly port: string;
  readonly path: string;
  readonly query: string;
}

const PATTERN =
  /^([a-z*][a-z0-9+.*-]*):\/\/(\[[^\]]*\]|[^/?#:@]*)(?::([0-9*]+))?(\/[^?#]*)?(\?[^#]*)?$/i;

const DEFAULT_PORTS: Readonly<Record<string, string>> = {
  http: '80',
  https: '443',
  ws: '80',
  wss: '443',
};

/**
 * Creates a pattern of URLs, such as `https://*.example.com/docs/*`. `*` in the host matches only
 * parts of the host; `*` at the end of the path matches every longer path. A pattern without `?`
 * allows any query. Undefined if the pattern has another form.
 */
export function createUrlPattern(pattern: string): ValuePattern | undefined {
  const [whole, scheme = '', host = '', port, path = '/', query] = PATTERN.exec(pattern) ?? [];
  if (whole === undefined) return undefined;
  const schemeGlob = parseGlob(scheme.toLowerCase());
  const hostGlob = parseGlob(normalizeHostPattern(host));
  const hostPattern = parseHostPattern(normalizeHostPattern(host));
  const queryGlob = query === undefined ? undefined : parseGlob(query);
  const pathGlob = parseGlob(path.replaceAll('**', '*'));
  // A deny rule for everything in a folder also denies the folder itself.
  const folder = /\/\*{1,2}$/.test(path) ? path.replace(/\/\*+$/, '') : undefined;

  function matchesUrlPattern(url: UrlParts, isDeny: boolean): boolean {
    const wanted = port ?? (isDeny ? '*' : (DEFAULT_PORTS[url.scheme] ?? ''));
    const isPath = pathGlob.matches(url.path) || (isDeny && url.path === folder);
    return (
      isPath &&
      schemeGlob.matches(url.scheme) &&
      (isDeny ? hostGlob.matches(url.host) : hostPattern(url.host)) &&
      parseGlob(wanted).matches(url.port) &&
      (queryGlob === undefined || queryGlob.matches(url.query))
    );
  }

  function covers(text: string): Match {
    const url = parseUrl(text);
    const unclear = findUrlAmbiguity(text, url);
    if (unclear !== undefined || !url) return { unclear: unclear ?? 'the text is not a URL' };
    return matchesUrlPattern(url, false) ? 'inside' : 'outside';
  }

  function touches(text: string): Match {
    const readings = listPossibleUrls(text);
    if (readings.length === 0) return { unclear: 'the text cannot be read as a URL' };
    return readings.some((url) => matchesUrlPattern(url, true)) ? 'inside' : 'outside';
  }

  return createTextPattern(covers, touches);
}

/**
 * A `*` that begins a host means any subdomains, as far as rules allow; elsewhere it stays within one
 * label, so that `example.*` does not mean `example.com.evil.net`.
 */
function parseHostPattern(host: string): (given: string) => boolean {
  if (!host.includes('*') || host === '*') {
    const glob = parseGlob(host);
    return (given) => glob.matches(given);
  }
  const labels = host.split('.').map((label) => parseGlob(label));
  const isOpen = host.startsWith('*.');
  return (given) => {
    const names = given.split('.');
    const first = names.length - labels.length;
    if (first < 0 || (first > 0 && !isOpen) || names.includes('')) return false;
    return labels.every((label, at) => label.matches(names[first + at] ?? ''));
  };
}

/** Returns a host as the URL standard writes it. A host with wildcards is returned unchanged. */
function normalizeHostPattern(host: string): string {
  if (host.includes('*')) return host.toLowerCase();
  return parseUrl(`http://${host}/`)?.host ?? host.toLowerCase();
}

function parseUrl(text: string): UrlParts | undefined {
  const url = URL.parse(text);
  if (!url) return undefined;
  const scheme = url.protocol.slice(0, -1);
  const host = unmapAddress(url.hostname.replace(/\.$/, ''));
  const port = url.port || (DEFAULT_PORTS[scheme] ?? '');
  return { scheme, host, port, path: url.pathname || '/', query: url.search };
}

/** Returns the IPv4 address in an IPv4-mapped IPv6 address, such as `[::ffff:7f00:1]`. */
function unmapAddress(host: string): string {
  const [, high, low] =
    /^\[(?:::ffff:|::ffff:0:|64:ff9b::|::)([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(host) ?? [];
  if (high === undefined || low === undefined) return host;
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [first >> 8, first & 255, second >> 8, second & 255].join('.');
}

/** IPv4 addresses in IPv6 addresses of tunnels and translators: 6to4, ISATAP, local NAT64. */
const EMBEDDED: readonly RegExp[] = [
  /^\[2002:([0-9a-f]{1,4}):([0-9a-f]{1,4}):/,
  /:5efe:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/,
  /^\[64:ff9b:1:.*?([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/,
];

/** Lists the hosts to which a host leads: IPv4 addresses that it carries, and names of this machine. */
function listReachedHosts(host: string): readonly string[] {
  const hosts = [host];
  for (const pattern of EMBEDDED) {
    const [, high, low] = pattern.exec(host) ?? [];
    if (high && low) hosts.push(unmapAddress(`[::ffff:${high}:${low}]`));
  }
  // Teredo, an IPv6 tunnel, stores the IPv4 address with inverted bits.
  const [, high, low] = /^\[2001:0?:.*?([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(host) ?? [];
  if (high && low)
    hosts.push(unmapAddress(`[::ffff:${invertHexDigits(high)}:${invertHexDigits(low)}]`));
  return hosts.some((one) => OWN_HOST.test(one)) ? [...hosts, ...OWN_HOSTS] : hosts;
}

function invertHexDigits(digits: string): string {
  return (Number.parseInt(digits, 16) ^ 0xffff).toString(16);
}

/** Hosts that mean this machine, on which one server mostly answers to all of them. */
const OWN_HOST = /^(?:(?:.*\.)?localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\])$/;
const OWN_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]', '0.0.0.0', '[::]'];

/** Returns why programs may interpret a URL differently. Undefined if they all interpret it in the same way. */
function findUrlAmbiguity(text: string, url: UrlParts | undefined): string | undefined {
  if (!/^[\u0021-\u007e]*$/.test(text)) return 'the URL has blanks or characters beyond ASCII';
  if (text.includes('\\')) return 'the URL has backslashes';
  const [whole, , authority = '', path = ''] =
    /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)/i.exec(text) ?? [];
  if (whole === undefined || !url) return 'the text is not a URL with a scheme and a host';
  if (authority.includes('@')) return 'the URL has a user name';
  if (/^\.|\.\./.test(authority)) return 'the host has an empty name';
  const host = authority.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
  if (unmapAddress(host) !== url.host) return `the host is written differently from ${url.host}`;
  if (/%(?:2f|5c|2e|25|[46][1-9a-f]|[57][0-9a]|3\d)/i.test(path))
    return 'the path has percent codes of plain characters';
  if (/%(?:[01][0-9a-f]|7f)/i.test(path)) return 'the path has percent codes of control characters';
  const isAmbiguous =
    /\/\.{1,2};/.test(path) || (path.includes('//') && /\/\.\.(?:\/|$)/.test(path));
  if (isAmbiguous) return 'the path has steps that programs read differently';
  return undefined;
}

/** Lists the URLs that different programs may read in one text. */
function listPossibleUrls(text: string): readonly UrlParts[] {
  const slashed = text.replaceAll('\\', '/');
  // Programs differ in whether a user name in a URL ends at the first or the last `@`, even behind `?` or `#`.
  const [, start = '', names = ''] = /^(\s*[a-z][a-z0-9+.-]*:\/\/)([^/]*@[^/]*)/i.exec(text) ?? [];
  const users = (names === '' ? [] : names.split('@')).flatMap((name) => [
    `${start}${name}`,
    `${start}${name.replace(/[:?#].*/, '')}`,
  ]);
  const inner = text.replace(/^\s*(?:[a-z-]+:)+(?=[a-z]+:\/\/)/i, '');
  const decoded = decodePercentCodesOnce(text);
  const hasScheme = /^\s*[a-z][a-z0-9+.-]*:(?!\d)/i.test(text);
  const bare = hasScheme
    ? []
    : SCHEMES.map((scheme) => `${scheme}://${text.replace(/^\s*\/*/, '')}`);
  const texts = new Set([text, text.trim(), slashed, inner, decoded, ...users, ...bare]);
  return [...texts].flatMap((one) => {
    const url = parseUrl(one);
    if (!url) return [];
    const paths = new Set([url.path, ...listUrlPathReadings(url.path)]);
    return listReachedHosts(url.host).flatMap((host) =>
      [...paths].map((path) => ({ ...url, host, path })),
    );
  });
}

/** URL schemes that programs assume for a text such as `example.com/a`, which has none. */
const SCHEMES = ['http', 'https'] as const;

/**
 * Lists the ways in which servers may interpret a URL path: percent-decoded, without `;` parameters, without
 * empty or `..` segments.
 */
function listUrlPathReadings(path: string): readonly string[] {
  const decoded = [
    decodePercentCodesOnce(path),
    decodePercentCodesOnce(decodePercentCodesOnce(path)),
  ];
  return [path, ...decoded].flatMap((one) => {
    const plain = one.replaceAll('\\', '/').replaceAll(/;[^/]*/g, '');
    const resolved = URL.parse(plain.replaceAll(/\/{2,}/g, '/'), 'http://host')?.pathname;
    return [one, plain, one.replaceAll(/\/{2,}/g, '/'), resolved ?? plain];
  });
}

function decodePercentCodesOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
