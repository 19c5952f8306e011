const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

/** Allowed hosts and page origins of a server. */
export interface GuardOptions {
  /** Host names, without port, that requests may name in addition to loopback names. */
  readonly allowedHosts?: readonly string[];
  /** Page origins that may send requests, such as `https://app.example`, in addition to loopback origins. */
  readonly allowedOrigins?: readonly string[];
}

/**
 * Returns why a request is rejected: because of DNS rebinding or a foreign page origin. Undefined if it is allowed.
 */
export function findHostOrOriginProblem(
  request: Request,
  options: GuardOptions = {},
): string | undefined {
  const { allowedHosts = [], allowedOrigins = [] } = options;
  const host = request.headers.get('host') ?? new URL(request.url).host;
  const name = parseHostName(host);
  if (
    name === undefined ||
    !(
      LOOPBACK.has(name) ||
      allowedHosts.map(toUnbracketedLowerCase).includes(toUnbracketedLowerCase(name))
    )
  ) {
    return `host ${host} is not allowed: add it to the allowed hosts of this server`;
  }
  const origin = request.headers.get('origin');
  if (origin === null || allowedOrigins.includes(origin)) return undefined;
  const from = URL.canParse(origin) ? new URL(origin).hostname : undefined;
  return from !== undefined && LOOPBACK.has(from) ? undefined : `origin ${origin} is not allowed`;
}

/** Returns whether a host can be reached only from this machine. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.has(host);
}

/** Returns a host in lower case, without the brackets around an IPv6 address. */
function toUnbracketedLowerCase(host: string): string {
  const name = host.toLowerCase();
  return name.startsWith('[') && name.endsWith(']') ? name.slice(1, -1) : name;
}

function parseHostName(host: string): string | undefined {
  const match = /^(\[[0-9a-fA-F:]+\]|[^:]+)(?::\d+)?$/.exec(host);
  return match?.[1]?.toLowerCase();
}
