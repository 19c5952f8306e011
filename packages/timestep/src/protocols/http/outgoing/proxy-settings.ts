import { isIP, BlockList } from 'node:net';
import { addAddressOrSubnet } from '../address-guard.ts';

/** Environment variables by name. */
export type ProxyVariables = Readonly<Record<string, string | undefined>>;

/** The proxies of a process, as its environment names them. */
export interface ProxySettings {
  /** Proxy for http URLs. */
  readonly http: string | undefined;
  /** Proxy for https URLs. */
  readonly https: string | undefined;
  /** Hosts that are reached directly, separated by commas or spaces. */
  readonly noProxy: string;
}

/** Reads `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`; the lower case wins. Undefined without a proxy. */
export function readProxySettings(variables: ProxyVariables): ProxySettings | undefined {
  const http = variables['http_proxy'] || variables['HTTP_PROXY'];
  const https = variables['https_proxy'] || variables['HTTPS_PROXY'];
  if (!http && !https) return undefined;
  const noProxy = variables['no_proxy'] || variables['NO_PROXY'] || '';
  return { http: http || undefined, https: https || undefined, noProxy };
}

/** Returns the proxy for a URL as text. Undefined if the URL is reached directly. */
export function findProxy(url: URL, settings: ProxySettings): string | undefined {
  const proxy = url.protocol === 'https:' ? settings.https : settings.http;
  if (proxy === undefined || isDirect(url, settings.noProxy)) return undefined;
  return proxy.includes('://') ? proxy : `http://${proxy}`;
}

/** Returns the proxy that the environment of the process names for a URL. */
export function findProxyOfEnvironment(url: URL): string | undefined {
  const settings = readProxySettings(process.env);
  return settings && findProxy(url, settings);
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** Hosts of this machine, for which a proxy would connect to itself. */
const OWN_HOSTS: readonly string[] = ['localhost', '127.0.0.0/8', '::1'];

/** Whether a URL needs no proxy: it is of this machine, or an entry of `NO_PROXY` names it. */
function isDirect({ protocol, hostname, port }: URL, noProxy: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();
  const usedPort = port === '' ? DEFAULT_PORTS[protocol] : port;
  const entries = noProxy.toLowerCase().split(/[\s,]+/);
  return [...OWN_HOSTS, ...entries].some((entry) => isNamed(host, usedPort, entry));
}

/** Whether an entry such as `.example.com`, `host:8080`, `10.0.0.0/8` or `*` names a host. */
function isNamed(host: string, port: string | undefined, entry: string): boolean {
  if (entry === '*') return true;
  const hasNoPort = isIP(entry) !== 0 || entry.includes('/');
  const [, name = entry, entryPort = port] = hasNoPort ? [] : (/^(.+):(\d+)$/.exec(entry) ?? []);
  if (entryPort !== port) return false;
  if (isIP(host) !== 0) return isInNetwork(host, name.replace(/^\[|\]$/g, ''));
  const domain = name.replace(/^\*?\./, '');
  return domain !== '' && (host === domain || host.endsWith(`.${domain}`));
}

/** Whether an address is in a range such as `10.0.0.0/8`, or equal to an address. */
function isInNetwork(address: string, network: string): boolean {
  const list = new BlockList();
  try {
    addAddressOrSubnet(list, network);
  } catch {
    return false;
  }
  return list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}
