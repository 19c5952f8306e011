import { resourceAsked, type AccessTokens } from '../http/index.ts';

/** What a server is called by, and what its parts want of tokens. */
export interface ResourceFacts {
  /** The address of the server from outside. Default: that of the request. */
  readonly origin?: string | undefined;
  /** The scopes that a resource wants beside those of every token, by its path. */
  readonly scopesAt?: (path: string) => readonly string[];
}

/** Says where callers get tokens, to all callers that ask at the address of RFC 9728. */
export function resourceMetadata(
  { method, url }: Request,
  tokens: AccessTokens,
  { origin, scopesAt = () => [] }: ResourceFacts = {},
): Response | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const { pathname, origin: own } = new URL(url);
  const path = resourceAsked(pathname);
  if (path === undefined) return undefined;
  return Response.json(tokens.metadata((origin ?? own) + path, scopesAt(path)));
}
