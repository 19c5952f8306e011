import type {
  AuthorizationServerMetadata,
  AuthProvider,
  OAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/client';
import { nameOf } from '../connect/target-name.ts';
import { tokenFailure } from './token-failure.ts';
import type { IssuerFetch } from './token-request.ts';

/** A request that a server let in with no token, or not with the one that it had. */
export type RefusedRequest = Pick<
  Parameters<NonNullable<AuthProvider['onUnauthorized']>>[0],
  'serverUrl' | 'response'
>;

/** Where tokens for a server are had, and what for. */
export interface ServerIssuer {
  readonly metadata: AuthorizationServerMetadata;
  /** What tokens are made for (RFC 8707); absent where the server does not say it. */
  readonly resource?: string;
  /** What the server asks for, with spaces between. */
  readonly scope?: string;
}

/**
 * Asks a server which issuers it takes tokens of (RFC 9728), and the one among them that is meant about
 * itself (RFC 8414): nothing is sent to another one. Where none is meant it is the first one that the server
 * names, and the server itself where it names none. Throws `McpError`.
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

/** What an issuer says about itself. Throws `McpError` where it says nothing, or names itself otherwise. */
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

/** An endpoint of an issuer that not every kind of metadata has. */
export function endpointOf(
  metadata: AuthorizationServerMetadata,
  name: 'device_authorization_endpoint' | 'revocation_endpoint',
): string | undefined {
  const endpoint: unknown = Object.entries(metadata).find(([field]) => field === name)?.[1];
  return typeof endpoint === 'string' ? endpoint : undefined;
}

/** Whether two texts name the same issuer: a slash at the end makes no difference. */
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
    // The SDK throws a `TypeError` where a server cannot be reached, and says otherwise that it has none.
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
