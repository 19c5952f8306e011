import type { AuthProvider } from '@modelcontextprotocol/client';
import { nameOf } from '../connect/target-name.ts';
import { issuerOfServer, type RefusedRequest } from './issuer-of-server.ts';
import { refusedBy, tokenFailure } from './token-failure.ts';
import {
  issuerFetch,
  provenBySecret,
  requestTokens,
  type IssuerFetch,
  type ProveClient,
} from './token-request.ts';

/** What a program is known by at an issuer of tokens, where no person logs in (OAuth 2.1, client credentials). */
export interface ClientCredentials {
  readonly clientId: string;
  /** The issuer that knows the program, as it calls itself: nothing is sent to another one. */
  readonly issuer: string;
  /** Sent to the issuer; or `privateKey`. */
  readonly clientSecret?: string;
  /** Signs what is sent to the issuer (PKCS#8 in PEM), with `algorithm`; the key itself is sent nowhere. */
  readonly privateKey?: string;
  /** Of `privateKey`, such as `RS256`. Default `ES256`. */
  readonly algorithm?: string;
  /** Scopes with spaces between them. Default: those that the server asks for. */
  readonly scope?: string;
}

/** How tokens are asked for, and who hears of them. */
export interface TokenWatch {
  /** Sends requests to the issuer. Default: `fetch`, with a limit of time and of bytes. */
  readonly fetch?: IssuerFetch;
  /** Receives each token that is had, so that it can be kept out of what is shown. */
  readonly onToken?: (token: string) => void;
}

/**
 * Gets tokens for a program, as an `authProvider`. One token is kept in memory, and another is had when the
 * server takes it no longer. Throws `TypeError` without `clientSecret` and `privateKey`.
 */
export function clientCredentials(
  credentials: ClientCredentials,
  { fetch: send = issuerFetch, onToken }: TokenWatch = {},
): Required<AuthProvider> {
  const prove = proofOf(credentials);
  let token: string | undefined;
  let asking: Promise<void> | undefined;

  async function ask(refused: RefusedRequest): Promise<void> {
    const { clientId, issuer } = credentials;
    const found = await issuerOfServer(refused, issuer, send);
    const scope = credentials.scope ?? found.scope;
    const params = new URLSearchParams({
      grant_type: 'client_credentials',
      ...(scope !== undefined && { scope }),
      ...(found.resource !== undefined && { resource: found.resource }),
    });
    const answer = await requestTokens(found.metadata, params, prove, send);
    if (answer.kind === 'refused') {
      const name = nameOf({ url: refused.serverUrl });
      throw refusedBy(issuer, answer.error, `the client ${clientId} for ${name}`);
    }
    token = answer.tokens.accessToken;
    onToken?.(token);
  }

  return {
    token: async () => token,
    // Requests that are refused at once wait for the same token.
    onUnauthorized: (refused) =>
      (asking ??= ask(refused).finally(() => {
        asking = undefined;
      })),
  };
}

function proofOf(credentials: ClientCredentials): ProveClient {
  const { clientId, clientSecret, privateKey, algorithm = 'ES256' } = credentials;
  if (clientSecret !== undefined) return provenBySecret(clientId, clientSecret);
  if (privateKey === undefined) {
    throw new TypeError('clientCredentials: give clientSecret or privateKey');
  }
  return async (headers, params, metadata) => {
    const { createPrivateKeyJwtAuth } = await import('@modelcontextprotocol/client');
    const sign = createPrivateKeyJwtAuth({
      issuer: clientId,
      subject: clientId,
      privateKey,
      alg: algorithm,
    });
    try {
      await sign(headers, params, metadata.token_endpoint, metadata);
    } catch {
      // The cause is left out, because it may hold a part of the key.
      const what = `the private key of the client ${clientId} cannot sign with ${algorithm}`;
      const message = `${what}: it must be a key for that algorithm, as PKCS#8 in PEM`;
      throw tokenFailure('bad-key', message);
    }
  };
}
