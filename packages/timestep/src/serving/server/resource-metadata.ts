import {
  findRequestedResource,
  getServerUrl,
  type AccessTokenVerifier,
} from '../../protocols/http/index.ts';

/** The server's external address, and the scopes that its paths require. */
export interface ResourceOptions {
  /** The external address of the server. Default: that of the request. */
  readonly origin?: string | undefined;
  /** Returns the scopes that a path requires, in addition to those of every token. */
  readonly scopesAt?: (path: string) => readonly string[];
}

/**
 * Returns the metadata that tells callers where to get access tokens (RFC 9728); undefined for
 * other paths.
 */
export function answerResourceMetadata(
  request: Request,
  tokens: AccessTokenVerifier,
  { origin, scopesAt = () => [] }: ResourceOptions = {},
): Response | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const { pathname } = new URL(request.url);
  const path = findRequestedResource(pathname);
  if (path === undefined) return undefined;
  return Response.json(
    tokens.buildMetadata((origin ?? getServerUrl(request)) + path, scopesAt(path)),
  );
}
