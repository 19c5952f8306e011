import type {
  OAuthClientProvider,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import type { Login } from '../../port/index.ts';
import { nameOf } from '../connect/target-name.ts';
import { loginMemory } from './login-memory.ts';
import { loginWith } from './login-with.ts';
import { tokenFailure } from './token-failure.ts';
import type { GivenTokens } from './token-request.ts';

/** What logs a person in while a server is connected to. */
export interface LoginClient {
  readonly authProvider: OAuthClientProvider;
  readonly authorized: () => Promise<URLSearchParams>;
  /** What came of it; absent while no token was had. */
  readonly login: () => Login | undefined;
}

/** Who logs in, and how a person is sent to the issuer. */
export interface LoginClientOptions {
  readonly server: string | URL;
  /** Where the issuer sends the person back. */
  readonly redirectUrl: string;
  /** Travels to the issuer and back, and is not to be guessed. */
  readonly state: string;
  /** Sends a person to the issuer; resolves to the query of the address at which the person came back. */
  readonly visit: (address: URL) => Promise<URLSearchParams>;
  /** An address at which the client describes itself, for issuers that read that in place of a registration. */
  readonly clientMetadataUrl?: string;
  /** A client that an issuer knows already, which is named to no other issuer. */
  readonly registered?: {
    readonly clientId: string;
    readonly clientSecret?: string;
    readonly issuer: string;
  };
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * An OAuth client for one login of a person: authorization code with PKCE. What one issuer gave is shown to no
 * other. The SDK checks `iss`, and asks for tokens of the server's resource.
 */
export function loginClient(options: LoginClientOptions): LoginClient {
  const { server, redirectUrl, state, visit, clientMetadataUrl, registered, now } = options;
  const known = registered && knownClient(registered);
  const { kept, registrations, newest, resource } = loginMemory();
  let visiting: Promise<URLSearchParams> | undefined;

  const clientOf = (issuer: string): StoredOAuthClientInformation | undefined =>
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
    clientInformation: (context) => clientOf(context?.issuer ?? ''),
    ...(!known && {
      saveClientInformation(information: StoredOAuthClientInformation, context) {
        registrations.set(context?.issuer ?? '', information);
      },
    }),
    ...kept,
    redirectToAuthorization(address) {
      visiting = visit(address);
      // A failure is heard by `authorized`.
      visiting.catch(() => undefined);
    },
  };

  function login(): Login | undefined {
    const tokens = newest();
    const issuer = tokens?.issuer;
    const client = issuer === undefined ? undefined : clientOf(issuer);
    if (tokens === undefined || issuer === undefined || client === undefined) return undefined;
    const madeFor = resource();
    const whole = {
      server: nameOf({ url: server }),
      issuer,
      clientId: client.client_id,
      ...secretOf(client),
      ...(madeFor !== undefined && { resource: madeFor }),
    };
    return loginWith(whole, givenIn(tokens), now());
  }

  return {
    authProvider,
    async authorized() {
      if (!visiting) throw tokenFailure('no-login', 'the person was not sent to an issuer');
      const query = await visiting;
      if (query.get('state') === state) return query;
      throw tokenFailure('other-login', 'the issuer answers to another login: begin again');
    },
    login,
  };
}

function givenIn({
  access_token,
  refresh_token,
  expires_in,
  scope,
}: StoredOAuthTokens): GivenTokens {
  return {
    accessToken: access_token,
    ...(refresh_token !== undefined && { refreshToken: refresh_token }),
    ...(expires_in !== undefined && { expiresInS: expires_in }),
    ...(scope !== undefined && { scope }),
  };
}

/** What the client proves itself with from now on. */
function secretOf(
  client: StoredOAuthClientInformation,
): Pick<Login, 'clientSecret' | 'authMethod'> {
  const method = 'token_endpoint_auth_method' in client && client.token_endpoint_auth_method;
  const { client_secret: clientSecret } = client;
  if (clientSecret === undefined || method === 'none') return {};
  return { clientSecret, ...(typeof method === 'string' && { authMethod: method }) };
}

function knownClient(registered: NonNullable<LoginClientOptions['registered']>) {
  const { clientId, clientSecret, issuer } = registered;
  const secret = clientSecret !== undefined && { client_secret: clientSecret };
  return { client_id: clientId, issuer, ...secret };
}
