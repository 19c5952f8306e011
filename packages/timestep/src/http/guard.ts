const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

/** Which hosts a server answers to, and which pages may call it. */
export interface GuardOptions {
  /** Host names or addresses, without port, that this server answers to beside the loopback ones. */
  readonly allowedHosts?: readonly string[];
  /** Origins, such as `https://app.example`, that pages may call from beside loopback ones. */
  readonly allowedOrigins?: readonly string[];
}

/**
 * Refuses requests that a foreign page made a browser send: with a host name that this server does
 * not serve (DNS rebinding) or from a foreign origin. Returns the reason, or nothing when the
 * request may pass.
 */
export function refusedHostOrOrigin(
  request: Request,
  options: GuardOptions = {},
): string | undefined {
  const { allowedHosts = [], allowedOrigins = [] } = options;
  const host = request.headers.get('host') ?? new URL(request.url).host;
  const name = hostName(host);
  if (name === undefined || !(LOOPBACK.has(name) || isAmong(allowedHosts, name))) {
    return `host ${host} is not served here: the operator of this server can make it an allowed host`;
  }
  const origin = request.headers.get('origin');
  if (origin === null || allowedOrigins.includes(origin)) return undefined;
  const from = URL.canParse(origin) ? new URL(origin).hostname : undefined;
  return from !== undefined && LOOPBACK.has(from) ? undefined : `origin ${origin} is not allowed`;
}

/** True for names and addresses that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.has(host);
}

function isAmong(hosts: readonly string[], name: string): boolean {
  return hosts.some((host) => bare(host) === bare(name));
}

/** A host as it is compared: without the brackets that a URL puts around an IPv6 address. */
function bare(host: string): string {
  const name = host.toLowerCase();
  return name.startsWith('[') && name.endsWith(']') ? name.slice(1, -1) : name;
}

function hostName(host: string): string | undefined {
  const match = /^(\[[0-9a-fA-F:]+\]|[^:]+)(?::\d+)?$/.exec(host);
  return match?.[1]?.toLowerCase();
}
