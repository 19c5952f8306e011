import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';

/** What an OAuth client keeps while a person logs in: what one issuer gave is found by no other. */
export interface LoginMemory {
  /** The part of an OAuth client that keeps things. */
  readonly kept: Pick<
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

export function loginMemory(): LoginMemory {
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
    kept: {
      tokens: (context) => (context ? tokensByIssuer.get(context.issuer) : newest),
      saveTokens(tokens, context) {
        newest = tokens;
        if (context) tokensByIssuer.set(context.issuer, tokens);
        // The next time the server asks, it may name another issuer.
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
