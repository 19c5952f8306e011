import type {
  AuthorizationServerMetadata,
  AuthProvider,
  OAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/client';
import { nameOf } from '../connect/target-name.ts';
import { tokenFailure } from './token-failure.ts';
import type { IssuerFetch } from './token-request.ts';

/** A request that a server rejected because it had no token, or an invalid one. */
export type RefusedRequest = Pick<
  Parameters<NonNullable<AuthProvider['onUnauthorized']>>[0],
  'serverUrl' | 'response'
>;

/** The issuer of a server's tokens, and the resource and scopes to request. */
export interface ServerIssuer {
  readonly metadata: AuthorizationServerMetadata;
  /**
   * The resource that tokens are issued for (RFC 8707). Undefined if the server does not name one.
   */
  readonly resource?: string;
  /** Scopes that the server requests, separated by spaces. */
  readonly scope?: string;
}

/**
 * Discovers the issuer of a server's tokens (RFC 9728) and loads its metadata (RFC 8414).
 * `expected` names the issuer that must be used; nothing is sent to another one. Default: the first
 * issuer that the server names, or the server itself if it names none. Throws `McpError`.
 */
export async function issuerOfServer(
  { serverUrl, response }: RefusedRequest,
  meant: string | undefined,
  send: IssuerFetch,
): Promise<ServerIssuer> {
  const { extractWWWAuthenticateParams } = await import('@modelcontextprotocol/client');
  const challenge = extractWWWAuthenticateParams(response);
  const described = await metadataOfServer(serverUrl, challenge.resourceMetadataUrl, send);
  const named = described?.authorization_servers;
  const issuer = meant ?? named?.[0] ?? serverUrl.origin;
  const name = nameOf({ url: serverUrl });
  if (named && named.length > 0 && !named.some((one) => isSameIssuer(one, issuer))) {
    const message = `${name} takes no tokens of ${issuer}: it names ${named.join(', ')}`;
    throw tokenFailure('other-issuer', message);
  }
  const scope = challenge.scope ?? described?.scopes_supported?.join(' ');
  return {
    metadata: await metadataOfIssuer(issuer, send),
    ...(described && { resource: await resourceOf(serverUrl, described) }),
    ...(scope !== undefined && scope !== '' && { scope }),
  };
}

/**
 * Loads the metadata of an issuer. Throws `McpError` if there is none, or if it names another
 * issuer.
 */
export async function metadataOfIssuer(
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
    const message = `${issuer} calls itself otherwise: write the issuer as it does`;
    throw tokenFailure('other-issuer', message);
  }
  const message = `${issuer} does not say where tokens are had: is it an issuer of tokens?`;
  throw tokenFailure('no-issuer', message);
}

/** Returns an optional endpoint of an issuer; undefined if its metadata does not have it. */
export function endpointOf(
  metadata: AuthorizationServerMetadata,
  name: 'device_authorization_endpoint' | 'revocation_endpoint',
): string | undefined {
  const endpoint: unknown = Object.entries(metadata).find(([field]) => field === name)?.[1];
  return typeof endpoint === 'string' ? endpoint : undefined;
}

/** Compares two issuer URLs. A slash at the end makes no difference. */
function isSameIssuer(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '');
}

async function metadataOfServer(
  serverUrl: URL,
  resourceMetadataUrl: URL | undefined,
  send: IssuerFetch,
): Promise<OAuthProtectedResourceMetadata | undefined> {
  const { discoverOAuthProtectedResourceMetadata } = await import('@modelcontextprotocol/client');
  const where = resourceMetadataUrl && { resourceMetadataUrl };
  try {
    return await discoverOAuthProtectedResourceMetadata(serverUrl, where, send);
  } catch (thrown) {
    // The SDK throws `TypeError` if the server is unreachable, and another error if the server has
    // no metadata.
    if (thrown instanceof TypeError) throw thrown;
    return undefined;
  }
}

async function resourceOf(
  serverUrl: URL,
  { resource }: OAuthProtectedResourceMetadata,
): Promise<string> {
  const { checkResourceAllowed } = await import('@modelcontextprotocol/client');
  if (checkResourceAllowed({ requestedResource: serverUrl, configuredResource: resource })) {
    return resource;
  }
  const message = `${nameOf({ url: serverUrl })} says that its tokens are for ${resource}, which is another server`;
  throw tokenFailure('other-resource', message);
}
