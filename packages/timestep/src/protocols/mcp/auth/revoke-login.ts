import type { Login } from '#engine/port';
import { getServerName } from '../connect/target.ts';
import { findIssuerEndpoint, loadIssuerMetadata } from './discover-issuer.ts';
import { guardNamedAddresses } from './named-address.ts';
import { issuerFetch, postForm, authenticateBySecret, type IssuerFetch } from './token-request.ts';

/** Returns the URL under which a login is stored: without the query, which may contain secrets. */
export function toLoginStorageUrl(server: string | URL): string {
  return getServerName({ url: server });
}

/** Revokes the tokens of a login at its issuer (RFC 7009). Returns false if that is not possible. */
export async function revokeLogin(
  login: Login,
  fetch: IssuerFetch = issuerFetch,
): Promise<boolean> {
  try {
    const send = guardNamedAddresses(fetch, [login.server, login.issuer]);
    const metadata = await loadIssuerMetadata(login.issuer, send);
    const endpoint = findIssuerEndpoint(metadata, 'revocation_endpoint');
    if (endpoint === undefined) return false;
    const params = new URLSearchParams({ token: login.refreshToken ?? login.accessToken });
    const client = { metadata, authenticate: authenticateBySecret(login), fetch: send };
    return (await postForm(endpoint, params, client)).status === 200;
  } catch {
    return false;
  }
}
