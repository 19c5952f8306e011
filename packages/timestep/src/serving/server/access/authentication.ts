import {
  createAccessTokenVerifier,
  createApiKeyAuthentication,
  type AccessTokenVerifier,
  type ApiKey,
  type Authenticate,
  type TokenOptions,
} from '#protocols/http';
import { ServeError } from '../serve-options.ts';

export interface AuthenticationOptions {
  /**
   * API keys with the principals of their holders. If set, every request needs a key (or a token,
   * with `oauth`).
   */
  readonly apiKeys?: readonly ApiKey[];
  /** Accepts access tokens of an OAuth issuer. Can be combined with `apiKeys`. */
  readonly oauth?: TokenOptions;
  /** Authenticates callers in your own way, instead of `apiKeys` and `oauth`. */
  readonly authenticate?: Authenticate;
}

export interface Authentication {
  /** Authenticates a caller; undefined if the server requires no authentication. */
  readonly authenticate?: Authenticate | undefined;
  /** Creates an authentication that also requires scopes. Undefined without a token issuer. */
  readonly withScopes: (scopes: readonly string[]) => Authenticate | undefined;
  readonly tokens?: AccessTokenVerifier;
}

/** `publicUrl` is the external address. Throws `ServeError` if the options exclude each other. */
export function createAuthentication(
  { apiKeys, oauth, authenticate }: AuthenticationOptions,
  publicUrl?: string,
): Authentication {
  if ((apiKeys ?? oauth) && authenticate) {
    throw new ServeError('two-checks', 'set either authenticate, or apiKeys and oauth, not both');
  }
  const byKey = apiKeys && createApiKeyAuthentication(apiKeys);
  if (!oauth) return { withScopes: () => undefined, authenticate: authenticate ?? byKey };
  const tokens = createAccessTokenVerifier(oauth);
  const origin = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  const withScopes =
    (scopes: readonly string[]): Authenticate =>
    (request) =>
      byKey?.(request) ?? tokens.requirePrincipal(request, { scopes, origin });
  return { authenticate: withScopes([]), withScopes, tokens };
}
