import {
  findRequestedResource,
  getServerUrl,
  type AccessTokenVerifier,
} from '../../../protocols/http/index.ts';

export interface ResourceOptions {
  /** The external address of the server. Default: that of the request. */
  readonly origin?: string | undefined;
  /** Scopes that a path requires, in addition to those of every token. */
  readonly scopesAt?: (path: string) => readonly string[];
}

/** Tells callers where to get access tokens (RFC 9728). Undefined for other paths. */
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
