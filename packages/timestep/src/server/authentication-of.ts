import {
  createAccessTokenVerifier,
  createApiKeyAuthentication,
  type AccessTokenVerifier,
  type Authenticate,
  type TokenOptions,
} from '../http/index.ts';
import { ServeError } from './serve-error.ts';

/** Who may ask: principals by key, callers with a token, or a check of the program's own. */
export interface Checks {
  /** Principals by API key. With keys, every request must bring one. */
  readonly apiKeys?: Readonly<Record<string, string>>;
  /** Access tokens of an issuer of OAuth, beside `apiKeys` where there are both. */
  readonly oauth?: TokenOptions;
  /** Finds out who is calling, in place of `apiKeys` and `oauth`. */
  readonly authenticate?: Authenticate;
}

/** How callers are known. */
export interface Authentication {
  /** Absent where every caller may ask. */
  readonly authenticate?: Authenticate;
  /** The same for a part of the server that wants these scopes of tokens as well. */
  readonly withScopes: (scopes: readonly string[]) => Authenticate | undefined;
  readonly tokens?: AccessTokenVerifier;
}

/** Throws `ServeError` where checks contradict each other. `publicUrl` is the server's address from outside. */
export function authenticationOf(
  { apiKeys, oauth, authenticate }: Checks,
  publicUrl?: string,
): Authentication {
  if ((apiKeys ?? oauth) && authenticate) {
    throw new ServeError('two-checks', 'give authenticate, or apiKeys and oauth, not both');
  }
  const byKey = apiKeys && createApiKeyAuthentication(apiKeys);
  if (!oauth) return { withScopes: () => undefined, ...withCheck(authenticate ?? byKey) };
  const tokens = createAccessTokenVerifier(oauth);
  const origin = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  const withScopes =
    (scopes: readonly string[]): Authenticate =>
    (request) =>
      byKey?.(request) ?? tokens.requirePrincipal(request, { scopes, origin });
  return { authenticate: withScopes([]), withScopes, tokens };
}

function withCheck(authenticate: Authenticate | undefined): Pick<Authentication, 'authenticate'> {
  return authenticate ? { authenticate } : {};
}
