import { findRequestedResource, getServerUrl, type AccessTokenVerifier } from '../http/index.ts';

/** What a server is called by, and what its parts want of tokens. */
export interface ResourceFacts {
  /** The address of the server from outside. Default: that of the request. */
  readonly origin?: string | undefined;
  /** The scopes that a resource wants beside those of every token, by its path. */
  readonly scopesAt?: (path: string) => readonly string[];
}

/** Says where callers get tokens, to all callers that ask at the address of RFC 9728. */
export function resourceMetadata(
  request: Request,
  tokens: AccessTokenVerifier,
  { origin, scopesAt = () => [] }: ResourceFacts = {},
): Response | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const { pathname } = new URL(request.url);
  const path = findRequestedResource(pathname);
  if (path === undefined) return undefined;
  return Response.json(
    tokens.buildMetadata((origin ?? getServerUrl(request)) + path, scopesAt(path)),
  );
}
