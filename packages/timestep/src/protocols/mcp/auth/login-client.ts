import type {
  OAuthClientInformationMixed,
  OAuthClientProvider,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
  OAuthDiscoveryState,
} from '@modelcontextprotocol/client';
import { omitUndefined } from '#core';
import type { Login } from '#engine/port';
import { getServerName } from '../connect/target.ts';
import { assertSecurePage } from './named-address.ts';
import { createTokenError } from './token-error.ts';
import { applyTokens } from './token-request.ts';

/** The OAuth client of a login, used while the server is being connected. */
export interface LoginClient {
  readonly authProvider: OAuthClientProvider;
  readonly authorized: () => Promise<URLSearchParams>;
  /** Returns the login. Undefined until a token has been obtained. */
  readonly getLogin: () => Login | undefined;
}

/** Options of a login client: the server, the OAuth client, and how the user is sent to the issuer. */
export interface LoginClientOptions {
  readonly server: string | URL;
  readonly redirectUrl: string;
  /** An unguessable value that the issuer must return unchanged. */
  readonly state: string;
  /** Sends the user to the issuer, and resolves to the query of the redirect. */
  readonly visit: (address: URL) => Promise<URLSearchParams>;
  /** URL of the client's metadata document, for issuers that support it instead of registration. */
  readonly clientMetadataUrl?: string;
  /** A client that is registered at an issuer. It is never used at another issuer. */
  readonly registered?: {
    readonly clientId: string;
    readonly clientSecret?: string;
    readonly issuer: string;
  };
  /** Returns the current time in milliseconds since the epoch. */
  readonly now: () => number;
}

/** Creates an OAuth client for one login (PKCE). The SDK verifies `iss` and sends the resource. */
export function createLoginClient(options: LoginClientOptions): LoginClient {
  const { server, redirectUrl, state, visit, clientMetadataUrl, registered, now } = options;
  const known =
    registered &&
    omitUndefined({
      client_id: registered.clientId,
      client_secret: registered.clientSecret,
      issuer: registered.issuer,
    });
  const { registrations, storage, latest } = createOAuthMemory();
  let visiting: Promise<URLSearchParams> | undefined;

  const findClient = (issuer: string): StoredOAuthClientInformation | undefined =>
    known ?? registrations.get(issuer);

  const authProvider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: {
      client_name: 'Timestep',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      application_type: 'native',
    },
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
    state: () => state,
    clientInformation: (context) => findClient(context?.issuer ?? ''),
    ...(!known && {
      saveClientInformation(information: StoredOAuthClientInformation, context) {
        registrations.set(context?.issuer ?? '', information);
      },
    }),
    ...storage,
    redirectToAuthorization(address) {
      assertSecurePage(address);
      visiting = visit(address);
      // This rejection is ignored, because `authorized` also reports that the visit to the login page failed.
      visiting.catch(() => undefined);
    },
  };

  function getLogin(): Login | undefined {
    const { tokens, resource } = latest;
    const client = tokens?.issuer === undefined ? undefined : findClient(tokens.issuer);
    if (tokens?.issuer === undefined || client === undefined) return undefined;
    const about = { server: getServerName({ url: server }), issuer: tokens.issuer, resource };
    return applyTokens({ ...omitUndefined(about), ...registrationToClient(client) }, tokens, now());
  }

  return {
    authProvider,
    async authorized() {
      if (!visiting)
        throw createTokenError('no-login', 'the server did not send the user to an issuer');
      const query = await visiting;
      if (query.get('state') === state) return query;
      throw createTokenError('other-login', 'the redirect belongs to another login: start again');
    },
    getLogin,
  };
}

export function registrationToClient(
  client: OAuthClientInformationMixed,
): Pick<Login, 'clientId' | 'clientSecret' | 'authMethod'> {
  const method = 'token_endpoint_auth_method' in client && client.token_endpoint_auth_method;
  const { client_id: clientId, client_secret: clientSecret } = client;
  if (clientSecret === undefined || method === 'none') return { clientId };
  return { clientId, clientSecret, ...(typeof method === 'string' && { authMethod: method }) };
}

/** Creates a memory for OAuth data, by issuer: no issuer receives the data of another issuer. */
function createOAuthMemory() {
  const registrations = new Map<string, StoredOAuthClientInformation>();
  const tokensByIssuer = new Map<string, StoredOAuthTokens>();
  const latest: LatestLogin = {};
  const storage = {
    tokens: (context) => (context ? tokensByIssuer.get(context.issuer) : latest.tokens),
    saveTokens(tokens, context) {
      latest.tokens = tokens;
      if (context) tokensByIssuer.set(context.issuer, tokens);
      // The issuer is not remembered, because the server may name another issuer at the next login.
      delete latest.discovery;
    },
    saveResourceUrl: (url) => void (latest.resource = url),
    saveCodeVerifier: (verifier) => void (latest.verifier = verifier),
    codeVerifier: () => latest.verifier ?? '',
    saveDiscoveryState: (found) => void (latest.discovery = found),
    discoveryState: () => latest.discovery,
    invalidateCredentials(scope) {
      if (scope === 'all' || scope === 'tokens') {
        delete latest.tokens;
        tokensByIssuer.clear();
      }
      if (scope === 'all' || scope === 'client') registrations.clear();
      if (scope === 'all' || scope === 'discovery') delete latest.discovery;
    },
  } satisfies Partial<OAuthClientProvider>;
  return { registrations, storage, latest };
}

interface LatestLogin {
  tokens?: StoredOAuthTokens;
  resource?: string | undefined;
  verifier?: string;
  discovery?: OAuthDiscoveryState;
}
