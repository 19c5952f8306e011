import { findUrlProblem, isLoopback } from '#protocols/http';
import { createTokenError } from './token-error.ts';

/**
 * Describes why an address that a server or issuer named must not be requested. Allowed are the public internet,
 * the given origins, and private networks to which such an origin belongs.
 */
export function findNamedAddressProblem(
  address: string | URL,
  origins: readonly (string | URL)[],
): string | undefined {
  const url = URL.parse(String(address));
  if (!url) return 'it is not an absolute URL';
  return origins.some((origin) => isInNetworkOfOrigin(url, URL.parse(String(origin))))
    ? undefined
    : findUrlProblem(url.href, []);
}

function isInNetworkOfOrigin(url: URL, origin: URL | null): boolean {
  if (!origin) return false;
  if (url.origin === origin.origin) return true;
  if (isLoopback(origin.hostname)) return url.protocol === 'https:' || isLoopback(url.hostname);
  const isPrivate = findUrlProblem(`https://${origin.host}/`, []) !== undefined;
  return isPrivate && url.protocol === 'https:' && !isLoopback(url.hostname);
}

/** Rejects requests of a login to addresses in which `findNamedAddressProblem` finds a problem. */
export function guardNamedAddresses<Init extends RequestInit>(
  send: (url: string | URL, init?: Init) => Promise<Response>,
  origins: readonly (string | URL)[],
): (url: string | URL, init?: Init) => Promise<Response> {
  return async (url, init) => {
    const problem = findNamedAddressProblem(url, origins);
    if (problem === undefined) return send(url, init);
    const message = `${URL.parse(String(url))?.origin ?? 'the address'}, named by ${String(origins[0])}, was not contacted: ${problem}`;
    throw createTokenError('unsafe-address', message);
  };
}

/** Throws `McpError` if a login page uses plain HTTP, except on this machine (RFC 8252, section 8.3). */
export function assertSecurePage(address: URL): void {
  if (isSecurePage(address)) return;
  const message = `the login page ${address.origin} is not encrypted, so others could read the login: ask its operator for an https address`;
  throw createTokenError('insecure-page', message);
}

export function isSecurePage({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
