import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK, type JWTPayload } from 'jose';
import { Provider } from 'oidc-provider';
import { answerForPerson, PEOPLE, PUBLIC_CLIENT } from './oidc-people.ts';

/** A program's request for a token. */
interface TokenWish {
  /** The address of the server that the token is for. */
  readonly resource: string;
  readonly scope: string;
}

/** A real token issuer at a local address. */
export interface OidcIssuer {
  readonly issuer: string;
  /** Returns a token for a program with its own secret (client credentials). */
  token(wish: TokenWish): Promise<string>;
  /**
   * Returns a token with these claims, signed with its key, which the issuer itself would never
   * issue.
   */
  sign(claims: JWTPayload): Promise<string>;
  /** Sets whether users agree to its requests from now on. */
  letAgree(agrees: boolean): void;
  /** Signs with another key from now on, and publishes only that key. */
  rotate(): Promise<void>;
  /** Answers no request until `back` is called. */
  leave(): Promise<void>;
  back(): Promise<void>;
  close(): Promise<void>;
}

/** A client with a secret that contains characters which forms and URLs must encode. */
export const CLIENT = { id: 'robot', secret: 'a secret+of the 100% program' };
const SCOPES = ['agents:ask', 'agents:manage'];

/** Lifetime of tokens in seconds. */
export const TOKEN_S = 600;

export async function startOidcIssuer(): Promise<OidcIssuer> {
  let key = await newKey('key-1');
  let keys = 1;
  let agrees = true;
  let server = await listening(0);
  const { port } = server.address() as { readonly port: number };
  const issuer = `http://127.0.0.1:${port}`;
  const people = (): boolean => agrees;
  answerWith(server, issuer, key, people);

  async function leave(): Promise<void> {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  async function back(): Promise<void> {
    server = await listening(port);
    answerWith(server, issuer, key, people);
  }

  return {
    issuer,
    leave,
    back,
    close: leave,
    letAgree(next) {
      agrees = next;
    },
    async token({ resource, scope }) {
      const basic = `${CLIENT.id}:${encodeURIComponent(CLIENT.secret)}`;
      const response = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(basic).toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'client_credentials', resource, scope }),
      });
      const told = (await response.json()) as { readonly access_token?: string };
      if (told.access_token === undefined) throw new Error(JSON.stringify(told));
      return told.access_token;
    },
    async sign(claims) {
      const { alg = '', kid = '' } = key;
      const token = new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'at+jwt' });
      return token.sign(await importJWK(key));
    },
    async rotate() {
      keys += 1;
      key = await newKey(`key-${keys}`);
      await leave();
      await back();
    },
  };
}

async function newKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: 'ES256', use: 'sig' };
}

async function listening(port: number): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}

function answerWith(server: Server, issuer: string, key: JWK, agrees: () => boolean): void {
  const provider = new Provider(issuer, {
    ...PEOPLE,
    jwks: { keys: [key as Required<JWK>] },
    scopes: SCOPES,
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        id_token_signed_response_alg: 'ES256',
      },
      PUBLIC_CLIENT,
    ],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      registration: { enabled: true },
      deviceFlow: { enabled: true },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, audience) => ({
          audience,
          scope: SCOPES.join(' '),
          accessTokenTTL: TOKEN_S,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    // A kept connection would break with the next stop.
    response.setHeader('connection', 'close');
    void answerForPerson(provider, agrees, request, response).then((isAnswered) =>
      isAnswered ? undefined : answer(request, response),
    );
  });
}
