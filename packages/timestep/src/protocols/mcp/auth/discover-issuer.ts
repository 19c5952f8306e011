import type {
  AuthorizationServerMetadata,
  AuthProvider,
  OAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/client';
import { omitUndefined } from '#core';
import { getServerName } from '../connect/target.ts';
import { findNamedAddressProblem } from './named-address.ts';
import { createTokenError } from './token-error.ts';
import type { IssuerFetch } from './token-request.ts';

/** A request that a server rejected because it had no token, or an invalid one. */
export type RefusedRequest = Pick<
  Parameters<NonNullable<AuthProvider['onUnauthorized']>>[0],
  'serverUrl' | 'response'
>;

export interface ServerIssuer {
  readonly metadata: AuthorizationServerMetadata;
  /** Resource for which tokens are issued (RFC 8707), if the server names one. */
  readonly resource?: string;
  readonly scope?: string;
}

/** Finds the OAuth issuer of a server (RFC 9728, RFC 8414): `expected`, or the first that the server names. */
export async function discoverIssuer(
  { serverUrl, response }: RefusedRequest,
  expected: string | undefined,
  send: IssuerFetch,
): Promise<ServerIssuer> {
  const { extractWWWAuthenticateParams } = await import('@modelcontextprotocol/client');
  const challenge = extractWWWAuthenticateParams(response);
  const described = await loadServerMetadata(serverUrl, challenge.resourceMetadataUrl, send);
  const named = described?.authorization_servers;
  const issuer = expected ?? named?.[0] ?? serverUrl.origin;
  const name = getServerName({ url: serverUrl });
  if (named && named.length > 0 && !named.some((one) => isSameIssuer(one, issuer))) {
    const message = `${name} does not accept tokens of ${issuer}, only of ${named.join(', ')}`;
    throw createTokenError('other-issuer', message);
  }
  return omitUndefined({
    metadata: await loadIssuerMetadata(issuer, send),
    resource: described && (await requireMatchingResource(serverUrl, described)),
    scope: (challenge.scope ?? described?.scopes_supported?.join(' ')) || undefined,
  });
}

/** Loads an issuer's metadata. Throws `McpError` if it is missing or names another issuer. */
export async function loadIssuerMetadata(
  issuer: string,
  send: IssuerFetch,
): Promise<AuthorizationServerMetadata> {
  const { discoverAuthorizationServerMetadata, IssuerMismatchError } =
    await import('@modelcontextprotocol/client');
  try {
    const metadata = await discoverAuthorizationServerMetadata(issuer, { fetchFn: send });
    if (metadata) return metadata;
  } catch (cause) {
    if (!(cause instanceof IssuerMismatchError)) throw cause;
    const message = `${issuer} has another issuer URL in its metadata: use that URL`;
    throw createTokenError('other-issuer', message);
  }
  const message = `${issuer} has no OAuth metadata: check that it is a token issuer`;
  throw createTokenError('no-issuer', message);
}

export function findIssuerEndpoint(
  metadata: AuthorizationServerMetadata,
  name: 'device_authorization_endpoint' | 'revocation_endpoint',
): string | undefined {
  const { [name]: endpoint }: { readonly [field: string]: unknown } = metadata;
  return typeof endpoint === 'string' ? endpoint : undefined;
}

function isSameIssuer(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '');
}

async function loadServerMetadata(
  serverUrl: URL,
  resourceMetadataUrl: URL | undefined,
  send: IssuerFetch,
): Promise<OAuthProtectedResourceMetadata | undefined> {
  const { discoverOAuthProtectedResourceMetadata } = await import('@modelcontextprotocol/client');
  // A metadata URL that is not safe to request is ignored, and the default location is tried instead.
  const isUsable =
    resourceMetadataUrl && findNamedAddressProblem(resourceMetadataUrl, [serverUrl]) === undefined;
  const where = isUsable ? { resourceMetadataUrl } : undefined;
  try {
    return await discoverOAuthProtectedResourceMetadata(serverUrl, where, send);
  } catch (thrown) {
    // The MCP SDK throws `TypeError` if the server is unreachable; missing metadata is another error.
    if (thrown instanceof TypeError) throw thrown;
    return undefined;
  }
}

async function requireMatchingResource(
  serverUrl: URL,
  { resource }: OAuthProtectedResourceMetadata,
): Promise<string> {
  const { checkResourceAllowed } = await import('@modelcontextprotocol/client');
  if (checkResourceAllowed({ requestedResource: serverUrl, configuredResource: resource })) {
    return resource;
  }
  const message = `${getServerName({ url: serverUrl })} requires tokens for ${resource}, which is another server`;
  throw createTokenError('other-resource', message);
}
