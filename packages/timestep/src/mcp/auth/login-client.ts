import type {
  OAuthClientProvider,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import type { Login } from '../../port/index.ts';
import { getTargetName } from '../connect/target-name.ts';
import { createLoginMemory } from './login-memory.ts';
import { updateLogin } from './update-login.ts';
import { createTokenError } from './token-error.ts';
import type { IssuedTokens } from './token-request.ts';

/** The OAuth client of a login while the server is being connected. */
export interface LoginClient {
  readonly authProvider: OAuthClientProvider;
  readonly authorized: () => Promise<URLSearchParams>;
  /** Undefined until a token has been obtained. */
  readonly getLogin: () => Login | undefined;
}

/** The server, the OAuth client, and how the user is sent to the issuer. */
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
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Creates an OAuth client for one login: authorization code with PKCE. No issuer receives data of
 * another one. The SDK checks `iss` and requests tokens for the server's resource.
 */
export function createLoginClient(options: LoginClientOptions): LoginClient {
  const { server, redirectUrl, state, visit, clientMetadataUrl, registered, now } = options;
  const known = registered && toClientInformation(registered);
  const { storage, registrations, newest, resource } = createLoginMemory();
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
      visiting = visit(address);
      // `authorized` reports a failure of the visit.
      visiting.catch(() => undefined);
    },
  };

  function getLogin(): Login | undefined {
    const tokens = newest();
    const issuer = tokens?.issuer;
    const client = issuer === undefined ? undefined : findClient(issuer);
    if (tokens === undefined || issuer === undefined || client === undefined) return undefined;
    const madeFor = resource();
    const whole = {
      server: getTargetName({ url: server }),
      issuer,
      clientId: client.client_id,
      ...getClientSecret(client),
      ...(madeFor !== undefined && { resource: madeFor }),
    };
    return updateLogin(whole, toIssuedTokens(tokens), now());
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

function toIssuedTokens({
  access_token,
  refresh_token,
  expires_in,
  scope,
}: StoredOAuthTokens): IssuedTokens {
  return {
    accessToken: access_token,
    ...(refresh_token !== undefined && { refreshToken: refresh_token }),
    ...(expires_in !== undefined && { expiresInS: expires_in }),
    ...(scope !== undefined && { scope }),
  };
}

function getClientSecret(
  client: StoredOAuthClientInformation,
): Pick<Login, 'clientSecret' | 'authMethod'> {
  const method = 'token_endpoint_auth_method' in client && client.token_endpoint_auth_method;
  const { client_secret: clientSecret } = client;
  if (clientSecret === undefined || method === 'none') return {};
  return { clientSecret, ...(typeof method === 'string' && { authMethod: method }) };
}

function toClientInformation(registered: NonNullable<LoginClientOptions['registered']>) {
  const { clientId, clientSecret, issuer } = registered;
  const secret = clientSecret !== undefined && { client_secret: clientSecret };
  return { client_id: clientId, issuer, ...secret };
}
