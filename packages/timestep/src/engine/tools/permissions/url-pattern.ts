import { parseGlob } from './glob.ts';
import { createTextPattern, type Match, type ValuePattern } from './value-pattern.ts';

interface UrlParts {
  readonly scheme: string;
  readonly host: string;
  /** The port, or the default port of the scheme. */
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
 * Creates a pattern of URLs, such as `https://*.example.com/docs/*`. A `*` in the host never leaves
 * the host; a `*` at the end of the path means every longer path. A pattern without `?` leaves the
 * query open. Undefined if the pattern has another form.
 */
export function createUrlPattern(pattern: string): ValuePattern | undefined {
  const [whole, scheme = '', host = '', port, path = '/', query] = PATTERN.exec(pattern) ?? [];
  if (whole === undefined) return undefined;
  const schemeGlob = parseGlob(scheme.toLowerCase());
  const hostGlob = parseGlob(readHost(host));
  const queryGlob = query === undefined ? undefined : parseGlob(query);
  const pathGlob = parseGlob(path.replaceAll('**', '*'));
  // A deny rule about everything in a folder is also about the folder.
  const folder = /\/\*{1,2}$/.test(path) ? path.replace(/\/\*+$/, '') : undefined;

  function matches(url: UrlParts, isDeny: boolean): boolean {
    const wanted = port ?? (isDeny ? '*' : (DEFAULT_PORTS[url.scheme] ?? ''));
    const isPath = pathGlob.matches(url.path) || (isDeny && url.path === folder);
    return (
      isPath &&
      schemeGlob.matches(url.scheme) &&
      hostGlob.matches(url.host) &&
      parseGlob(wanted).matches(url.port) &&
      (queryGlob === undefined || queryGlob.matches(url.query))
    );
  }

  function covers(text: string): Match {
    const url = parseUrl(text);
    const unclear = findDoubt(text, url);
    if (unclear !== undefined || !url) return { unclear: unclear ?? 'the text is not a URL' };
    return matches(url, false) ? 'inside' : 'outside';
  }

  function touches(text: string): Match {
    const readings = listReadings(text);
    if (readings.length === 0) return { unclear: 'the text cannot be read as a URL' };
    return readings.some((url) => matches(url, true)) ? 'inside' : 'outside';
  }

  return createTextPattern(covers, touches);
}

/** Returns a host in the form of the URL standard, if it is no pattern. */
function readHost(host: string): string {
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

/** Returns the IPv4 address of an IPv6 address that only carries it, such as `[::ffff:7f00:1]`. */
function unmapAddress(host: string): string {
  const [, high, low] =
    /^\[(?:::ffff:|::ffff:0:|64:ff9b::|::)([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(host) ?? [];
  if (high === undefined || low === undefined) return host;
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [first >> 8, first & 255, second >> 8, second & 255].join('.');
}

/** Returns the IPv4 address in an IPv6 address of a tunnel (6to4, ISATAP), to which it leads. */
function findEmbeddedAddress(host: string): string | undefined {
  const [, high, low] =
    /^\[2002:([0-9a-f]{1,4}):([0-9a-f]{1,4}):/.exec(host) ??
    /:5efe:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(host) ??
    [];
  if (high === undefined || low === undefined) return undefined;
  return unmapAddress(`[::ffff:${high}:${low}]`);
}

/** Returns why programs may read a URL differently; undefined if there is one reading. */
function findDoubt(text: string, url: UrlParts | undefined): string | undefined {
  if (!/^[\u0021-\u007e]*$/.test(text)) return 'the URL has blanks or characters beyond ASCII';
  if (text.includes('\\')) return 'the URL has backslashes';
  const [whole, , authority = '', path = ''] =
    /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)/i.exec(text) ?? [];
  if (whole === undefined || !url) return 'the text is not a URL with a scheme and a host';
  if (authority.includes('@')) return 'the URL has a user name';
  if (authority.startsWith('.')) return 'the host begins with a dot';
  const host = authority.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
  if (unmapAddress(host) !== url.host) return `the host is written differently from ${url.host}`;
  if (/%(?:2f|5c|2e|25|[46][1-9a-f]|[57][0-9a]|3\d)/i.test(path))
    return 'the path has percent codes of plain characters';
  return undefined;
}

/** Lists the URLs that programs may read in a text. */
function listReadings(text: string): readonly UrlParts[] {
  const slashed = text.replaceAll('\\', '/');
  const afterUser = text.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, '$1');
  const decoded = decode(text);
  const hasScheme = /^\s*[a-z][a-z0-9+.-]*:/i.test(text);
  const withScheme = hasScheme ? text : `http://${text}`;
  const texts = new Set([text, text.trim(), slashed, afterUser, decoded, withScheme]);
  return [...texts].flatMap((one) => {
    const url = parseUrl(one);
    if (!url) return [];
    const { host } = url;
    return [
      url,
      { ...url, host: findEmbeddedAddress(host) ?? host },
      { ...url, path: decode(url.path) },
      { ...url, path: url.path.replaceAll(/\/{2,}/g, '/') },
    ];
  });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
