import {
  ClientCredentialsProvider,
  PrivateKeyJwtProvider,
  type OAuthClientProvider,
} from '@modelcontextprotocol/client';

/** What a program is known by at an issuer of tokens, where no person logs in (OAuth 2.1, client credentials). */
export interface ClientCredentials {
  readonly clientId: string;
  /** Sent to the issuer; or `privateKey`. */
  readonly clientSecret?: string;
  /** Signs what is sent to the issuer (PKCS#8 in PEM), with `algorithm`; the key itself is sent nowhere. */
  readonly privateKey?: string;
  /** Of `privateKey`, such as `RS256`. Default `ES256`. */
  readonly algorithm?: string;
  /**
   * The issuer that knows the program: nothing is sent to another one. Default: the issuer that the server
   * names, which must then be trusted.
   */
  readonly issuer?: string;
  /** Scopes with spaces between them. Default: those that the server asks for. */
  readonly scope?: string;
}

/** Gets tokens for a program, as an `authProvider`. Tokens are kept in memory, and are had again when they end. */
export function clientCredentials(credentials: ClientCredentials): OAuthClientProvider {
  const { clientId, clientSecret, privateKey, algorithm = 'ES256', issuer, scope } = credentials;
  const known = {
    clientId,
    clientName: 'timestep',
    ...(scope !== undefined && { scope }),
    ...(issuer !== undefined && { expectedIssuer: issuer }),
  };
  if (clientSecret !== undefined) return new ClientCredentialsProvider({ ...known, clientSecret });
  if (privateKey !== undefined) {
    return new PrivateKeyJwtProvider({ ...known, privateKey, algorithm });
  }
  throw new TypeError('clientCredentials: give clientSecret or privateKey');
}
