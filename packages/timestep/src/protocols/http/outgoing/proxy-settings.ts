import { isIP, BlockList } from 'node:net';
import { addAddressOrSubnet } from '../address-guard.ts';

/** Environment variables by name. */
export type ProxyVariables = Readonly<Record<string, string | undefined>>;

/** The proxies that the environment of a process names. */
export interface ProxySettings {
  /** Proxy for http URLs. */
  readonly http: string | undefined;
  /** Proxy for https URLs. */
  readonly https: string | undefined;
  /** Hosts that are reached without a proxy, separated by commas or spaces. */
  readonly noProxy: string;
}

/**
 * Reads `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`; lower-case names take precedence. Undefined without a proxy.
 */
export function readProxySettings(variables: ProxyVariables): ProxySettings | undefined {
  const http = variables['http_proxy'] || variables['HTTP_PROXY'];
  const https = variables['https_proxy'] || variables['HTTPS_PROXY'];
  if (!http && !https) return undefined;
  const noProxy = variables['no_proxy'] || variables['NO_PROXY'] || '';
  return { http: http || undefined, https: https || undefined, noProxy };
}

/** Returns the proxy for a URL as text. Undefined if the URL is reached without a proxy. */
export function findProxy(url: URL, settings: ProxySettings): string | undefined {
  const proxy = url.protocol === 'https:' ? settings.https : settings.http;
  if (proxy === undefined || isReachedWithoutProxy(url, settings.noProxy)) return undefined;
  return proxy.includes('://') ? proxy : `http://${proxy}`;
}

/** Returns the proxy that the environment of the process names for a URL. */
export function findProxyOfEnvironment(url: URL): string | undefined {
  const settings = readProxySettings(process.env);
  return settings && findProxy(url, settings);
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** Names and addresses of this machine, which must not be reached through a proxy. */
const OWN_HOSTS: readonly string[] = ['localhost', '127.0.0.0/8', '::1'];

/** Returns whether a URL is reached without a proxy: it is on this machine, or matches `NO_PROXY`. */
function isReachedWithoutProxy({ protocol, hostname, port }: URL, noProxy: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();
  const usedPort = port === '' ? DEFAULT_PORTS[protocol] : port;
  const entries = noProxy.toLowerCase().split(/[\s,]+/);
  return [...OWN_HOSTS, ...entries].some((entry) => matchesNoProxyEntry(host, usedPort, entry));
}

/**
 * Returns whether an entry of `NO_PROXY`, such as `.example.com`, `host:8080`, `10.0.0.0/8` or `*`, matches a host.
 */
function matchesNoProxyEntry(host: string, port: string | undefined, entry: string): boolean {
  if (entry === '*') return true;
  const hasNoPort = isIP(entry) !== 0 || entry.includes('/');
  const [, name = entry, entryPort = port] = hasNoPort ? [] : (/^(.+):(\d+)$/.exec(entry) ?? []);
  if (entryPort !== port) return false;
  if (isIP(host) !== 0) return isInNetwork(host, name.replace(/^\[|\]$/g, ''));
  const domain = name.replace(/^\*?\./, '');
  return domain !== '' && (host === domain || host.endsWith(`.${domain}`));
}

/** Returns whether an address is in a range such as `10.0.0.0/8`, or equal to `network`. */
function isInNetwork(address: string, network: string): boolean {
  const list = new BlockList();
  try {
    addAddressOrSubnet(list, network);
  } catch {
    return false;
  }
  return list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}
