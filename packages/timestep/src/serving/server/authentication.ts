import {
  createAccessTokenVerifier,
  createApiKeyAuthentication,
  type AccessTokenVerifier,
  type Authenticate,
  type TokenOptions,
} from '../../protocols/http/index.ts';
import { ServeError } from './serve-error.ts';

/** Options that authenticate callers: API keys, access tokens, or a function of the program. */
export interface AuthenticationOptions {
  /**
   * Principals by API key. If given, every request must have a key, or a token if `oauth` is given
   * too.
   */
  readonly apiKeys?: Readonly<Record<string, string>>;
  /**
   * Accepts access tokens of an OAuth issuer. Both kinds are accepted if `apiKeys` is given too.
   */
  readonly oauth?: TokenOptions;
  /** Identifies callers, instead of `apiKeys` and `oauth`. */
  readonly authenticate?: Authenticate;
}

/** The functions that authenticate callers. */
export interface Authentication {
  /** Identifies the caller of a request. Undefined if the server requires no authentication. */
  readonly authenticate?: Authenticate;
  /**
   * Like `authenticate`, for a part of the server that also requires these scopes. Returns
   * undefined if there is no token issuer.
   */
  readonly withScopes: (scopes: readonly string[]) => Authenticate | undefined;
  readonly tokens?: AccessTokenVerifier;
}

/**
 * Creates the authentication of a server. `publicUrl` is its external address. Throws `ServeError`
 * if the options exclude each other.
 */
export function createAuthentication(
  { apiKeys, oauth, authenticate }: AuthenticationOptions,
  publicUrl?: string,
): Authentication {
  if ((apiKeys ?? oauth) && authenticate) {
    throw new ServeError('two-checks', 'give authenticate, or apiKeys and oauth, not both');
  }
  const byKey = apiKeys && createApiKeyAuthentication(apiKeys);
  if (!oauth)
    return { withScopes: () => undefined, ...toPartialAuthentication(authenticate ?? byKey) };
  const tokens = createAccessTokenVerifier(oauth);
  const origin = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  const withScopes =
    (scopes: readonly string[]): Authenticate =>
    (request) =>
      byKey?.(request) ?? tokens.requirePrincipal(request, { scopes, origin });
  return { authenticate: withScopes([]), withScopes, tokens };
}

function toPartialAuthentication(
  authenticate: Authenticate | undefined,
): Pick<Authentication, 'authenticate'> {
  return authenticate ? { authenticate } : {};
}
