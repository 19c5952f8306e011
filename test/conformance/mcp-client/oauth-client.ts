import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';

export interface OAuthClient {
  readonly provider: OAuthClientProvider;
  /** The query of the address that the person came back to. */
  readonly authorized: () => Promise<URLSearchParams>;
}

export interface OAuthClientOptions {
  /** Where the client describes itself, for servers that read that in place of a registration. */
  readonly clientMetadataUrl?: string;
  /** A registration made beforehand. */
  readonly registered?: StoredOAuthClientInformation;
}

/**
 * An OAuth client that keeps everything in memory and follows the redirect itself, where a person
 * would agree. What it was given by one authorization server it never shows to another.
 */
export function oauthClient({ clientMetadataUrl, registered }: OAuthClientOptions): OAuthClient {
  const registrations = new Map<string, StoredOAuthClientInformation>();
  const tokensByIssuer = new Map<string, StoredOAuthTokens>();
  let newest: StoredOAuthTokens | undefined;
  let verifier = '';
  let discovered: OAuthDiscoveryState | undefined;
  let cameBack: URLSearchParams | undefined;

  const provider: OAuthClientProvider = {
    redirectUrl: 'http://localhost:3000/callback',
    clientMetadata: {
      client_name: 'conformance client',
      redirect_uris: ['http://localhost:3000/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      application_type: 'native',
    },
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
    clientInformation: (context) => registrations.get(context?.issuer ?? '') ?? registered,
    saveClientInformation(information, context) {
      registrations.set(context?.issuer ?? '', information);
    },
    tokens: (context) => (context ? tokensByIssuer.get(context.issuer) : newest),
    saveTokens(tokens, context) {
      newest = tokens;
      if (context) tokensByIssuer.set(context.issuer, tokens);
      // The next time the server asks, it may name another authorization server.
      discovered = undefined;
    },
    saveCodeVerifier(given) {
      verifier = given;
    },
    codeVerifier: () => verifier,
    saveDiscoveryState(state) {
      discovered = state;
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
    async redirectToAuthorization(url) {
      const response = await fetch(url, { redirect: 'manual' });
      cameBack = new URL(response.headers.get('location') ?? '').searchParams;
    },
  };
  return {
    provider,
    async authorized() {
      if (!cameBack) throw new Error('nobody was sent to the authorization server');
      return cameBack;
    },
  };
}
