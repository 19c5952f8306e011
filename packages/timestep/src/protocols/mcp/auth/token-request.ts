import type { AuthorizationServerMetadata, OAuthTokens } from '@modelcontextprotocol/client';
import { isJsonObject, omitUndefined, parseJson, type JsonObject } from '#core';
import { limitFetch, networkFetch } from '#protocols/http';
import type { Login } from '#engine/port';
import { McpError } from '../mcp-error.ts';

export type IssuerFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** An OAuth issuer, and how a client authenticates its requests to it. */
export interface IssuerClient {
  readonly metadata: AuthorizationServerMetadata;
  readonly authenticate: (
    headers: Headers,
    params: URLSearchParams,
    metadata: AuthorizationServerMetadata,
  ) => void | Promise<void>;
  readonly fetch: IssuerFetch;
}

const ANSWER_MS = 15_000;
const ANSWER_LIMIT = 1024 * 1024;

/**
 * Sends requests to an issuer, without headers meant for the MCP server. Times out after 15 s, because a user is
 * waiting.
 */
export const issuerFetch: IssuerFetch = limitFetch(
  (url: string | URL, init?: RequestInit) =>
    networkFetch(url, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'error', ...init }),
  ANSWER_LIMIT,
);

/** Posts a form, but not over plain HTTP on a network. `fields` is empty if the response is not JSON. */
export async function postForm(
  endpoint: string,
  params: URLSearchParams,
  client: IssuerClient,
): Promise<{ readonly status: number; readonly fields: JsonObject }> {
  const { assertSecureTokenEndpoint } = await import('@modelcontextprotocol/client');
  const url = assertSecureTokenEndpoint(endpoint);
  const headers = new Headers({
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
  });
  await client.authenticate(headers, params, client.metadata);
  const response = await client.fetch(url, { method: 'POST', headers, body: params.toString() });
  const answer = parseJson(await response.text());
  return { status: response.status, fields: isJsonObject(answer) ? answer : {} };
}

/**
 * Requests tokens. Returns them, or the issuer's error code (RFC 6749, section 5.2). Throws `McpError` if it sends
 * neither.
 */
export async function requestTokens(
  params: URLSearchParams,
  client: IssuerClient,
): Promise<OAuthTokens | { readonly error: string }> {
  const { issuer, token_endpoint } = client.metadata;
  const { status, fields } = await postForm(token_endpoint, params, client);
  if (typeof fields['error'] === 'string') return { error: fields['error'] };
  const tokens = parseTokens(fields);
  if (status >= 200 && status < 300 && tokens) return tokens;
  const message = `${issuer} issued no token: HTTP status ${status}`;
  const cause = Object.assign(new Error(message), { status });
  throw new McpError('unreachable', message, { cause });
}

function parseTokens(fields: JsonObject): OAuthTokens | undefined {
  const { access_token, token_type, refresh_token, expires_in: expires, scope } = fields;
  if (typeof access_token !== 'string' || access_token === '') return undefined;
  if (typeof token_type !== 'string' || token_type.toLowerCase() !== 'bearer') return undefined;
  const seconds = expires === undefined ? Number.NaN : Number(expires);
  return omitUndefined({
    access_token,
    token_type,
    refresh_token: typeof refresh_token === 'string' ? refresh_token : undefined,
    expires_in: Number.isFinite(seconds) ? seconds : undefined,
    scope: typeof scope === 'string' ? scope : undefined,
  });
}

/**
 * Creates a function that adds the client's secret to a request (RFC 6749, section 2.3.1), or only its id without a
 * secret.
 */
export function authenticateBySecret({
  clientId,
  clientSecret,
  authMethod,
}: Pick<Login, 'clientId' | 'clientSecret' | 'authMethod'>): IssuerClient['authenticate'] {
  return (headers, params, { token_endpoint_auth_methods_supported: supported }) => {
    const methods = authMethod === undefined ? supported : [authMethod];
    if (clientSecret !== undefined && (!methods || methods.includes('client_secret_basic'))) {
      const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
      headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`);
      return;
    }
    params.set('client_id', clientId);
    if (clientSecret !== undefined) params.set('client_secret', clientSecret);
  };
}

/** Returns a login with new tokens. Fields that the response omits stay, except the expiry, which is removed. */
export function applyTokens(
  login: Omit<Login, 'accessToken'>,
  { access_token: accessToken, refresh_token: refreshToken, expires_in, scope }: OAuthTokens,
  now: number,
): Login {
  const { expiresAt: _, ...others } = login;
  const expiresAt = expires_in === undefined ? undefined : now + expires_in * 1000;
  return { ...others, ...omitUndefined({ accessToken, refreshToken, scope, expiresAt }) };
}
