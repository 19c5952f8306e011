import type { AuthProvider } from '@modelcontextprotocol/client';
import { omitUndefined } from '#core';
import { getServerName } from '../connect/target.ts';
import { discoverIssuer, type RefusedRequest } from './discover-issuer.ts';
import { guardNamedAddresses } from './named-address.ts';
import { createIssuerRefusedError, createTokenError } from './token-error.ts';
import {
  issuerFetch,
  authenticateBySecret,
  requestTokens,
  type IssuerClient,
  type IssuerFetch,
} from './token-request.ts';

/** Credentials of a program at an OAuth issuer (OAuth 2.1, client credentials grant). */
export interface ClientCredentials {
  readonly clientId: string;
  /** The issuer's URL, exactly as in its metadata. No other issuer receives the credentials. */
  readonly issuer: string;
  /** Secret of the client, sent to the issuer. Give either this or `privateKey`. */
  readonly clientSecret?: string;
  /** Private key (PKCS#8 in PEM), which signs requests to the issuer with `algorithm`. */
  readonly privateKey?: string;
  /** The signature algorithm of `privateKey`. Default `ES256`. */
  readonly algorithm?: string;
  /** Scopes, separated by spaces. Default: the scopes that the server requests. */
  readonly scope?: string;
}

/** Options of token requests: how they are sent, and a callback for each token. */
export interface TokenRequestOptions {
  /** Sends requests to the issuer. Default: `fetch` with a timeout and a size limit. */
  readonly fetch?: IssuerFetch;
  /** Called with each new token, so that logs and output can redact it. */
  readonly onToken?: (token: string) => void;
}

/** Creates a provider that uses one token until the server rejects it. Throws `TypeError` without credentials. */
export function createClientCredentialsProvider(
  credentials: ClientCredentials,
  { fetch = issuerFetch, onToken }: TokenRequestOptions = {},
): Required<AuthProvider> {
  const authenticate = createClientAuthentication(credentials);
  let token: string | undefined;
  let asking: Promise<void> | undefined;

  async function requestAndStoreToken(refused: RefusedRequest): Promise<void> {
    const { clientId, issuer } = credentials;
    const send = guardNamedAddresses(fetch, [refused.serverUrl, issuer]);
    const found = await discoverIssuer(refused, issuer, send);
    const { resource, scope: wanted } = found;
    const { scope = wanted } = credentials;
    const fields = omitUndefined({ grant_type: 'client_credentials', scope, resource });
    const params = new URLSearchParams(fields);
    const client = { metadata: found.metadata, authenticate, fetch: send };
    const answer = await requestTokens(params, client);
    if ('error' in answer) {
      const name = getServerName({ url: refused.serverUrl });
      throw createIssuerRefusedError(issuer, answer.error, `the client ${clientId} for ${name}`);
    }
    token = answer.access_token;
    onToken?.(token);
  }

  return {
    token: async () => token,
    // Concurrent requests that the server rejects wait for the same new token.
    onUnauthorized: (refused) =>
      (asking ??= requestAndStoreToken(refused).finally(() => {
        asking = undefined;
      })),
  };
}

function createClientAuthentication(credentials: ClientCredentials): IssuerClient['authenticate'] {
  const { clientId, clientSecret, privateKey, algorithm = 'ES256' } = credentials;
  if (clientSecret !== undefined) return authenticateBySecret(credentials);
  if (privateKey === undefined) {
    throw new TypeError('createClientCredentialsProvider needs clientSecret or privateKey');
  }
  return async (headers, params, metadata) => {
    const { createPrivateKeyJwtAuth } = await import('@modelcontextprotocol/client');
    const subject = { issuer: clientId, subject: clientId };
    const sign = createPrivateKeyJwtAuth({ ...subject, privateKey, alg: algorithm });
    try {
      await sign(headers, params, metadata.token_endpoint, metadata);
    } catch {
      // The original error is not attached as cause, because it may contain a part of the key.
      const what = `the private key of the client ${clientId} cannot sign with ${algorithm}`;
      const message = `${what}: give a key for this algorithm, as PKCS#8 in PEM`;
      throw createTokenError('bad-key', message);
    }
  };
}
