import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';

/** State of an OAuth client, by issuer: no issuer receives the data of another one. */
export interface LoginMemory {
  readonly storage: Pick<
    OAuthClientProvider,
    | 'codeVerifier'
    | 'discoveryState'
    | 'invalidateCredentials'
    | 'saveCodeVerifier'
    | 'saveDiscoveryState'
    | 'saveResourceUrl'
    | 'saveTokens'
    | 'tokens'
  >;
  readonly registrations: Map<string, StoredOAuthClientInformation>;
  readonly newest: () => StoredOAuthTokens | undefined;
  readonly resource: () => string | undefined;
}

export function createLoginMemory(): LoginMemory {
  const registrations = new Map<string, StoredOAuthClientInformation>();
  const tokensByIssuer = new Map<string, StoredOAuthTokens>();
  let newest: StoredOAuthTokens | undefined;
  let resource: string | undefined;
  let verifier = '';
  let discovered: OAuthDiscoveryState | undefined;
  return {
    registrations,
    newest: () => newest,
    resource: () => resource,
    storage: {
      tokens: (context) => (context ? tokensByIssuer.get(context.issuer) : newest),
      saveTokens(tokens, context) {
        newest = tokens;
        if (context) tokensByIssuer.set(context.issuer, tokens);
        // The issuer is discovered again next time, because the server may name another one.
        discovered = undefined;
      },
      saveResourceUrl(url) {
        resource = url;
      },
      saveCodeVerifier(given) {
        verifier = given;
      },
      codeVerifier: () => verifier,
      saveDiscoveryState(found) {
        discovered = found;
      },
      discoveryState: () => discovered,
      invalidateCredentials(scope) {
        if (scope === 'all' || scope === 'tokens') {
          newest = undefined;
          tokensByIssuer.clear();
        }
        if (scope === 'all' || scope === 'client') registrations.clear();
        if (scope === 'all' || scope === 'discovery') discovered = undefined;
      },
    },
  };
}
