import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonValue } from '../../core/index.ts';
import { limitFetch } from '../../http/index.ts';
import { McpError } from '../mcp-error.ts';

/** Sends a request to a token issuer. */
export type IssuerFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export interface IssuedTokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
  readonly expiresInS?: number;
  readonly scope?: string;
}

/** Tokens, or an OAuth error code (RFC 6749, section 5.2; RFC 8628, section 3.5). */
export type TokenAnswer =
  | { readonly kind: 'given'; readonly tokens: IssuedTokens }
  | { readonly kind: 'refused'; readonly error: string };

/** Adds the client's authentication to a token request. */
export type ClientProof = (
  headers: Headers,
  params: URLSearchParams,
  metadata: AuthorizationServerMetadata,
) => void | Promise<void>;

const ANSWER_MS = 15_000;
const ANSWER_LIMIT = 1024 * 1024;

/** Adds no headers of the MCP server. Times out after 15 s because a user is waiting. */
export const issuerFetch: IssuerFetch = limitFetch(
  (url: string | URL, init?: RequestInit) =>
    fetch(url, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'error', ...init }),
  ANSWER_LIMIT,
);

/** Rejects if the endpoint uses plain HTTP over a network. */
export async function postForm(
  endpoint: string,
  params: URLSearchParams,
  { headers, fetch: send }: { readonly headers: Headers; readonly fetch: IssuerFetch },
): Promise<{ readonly status: number; readonly answer: JsonValue }> {
  const { assertSecureTokenEndpoint } = await import('@modelcontextprotocol/client');
  const url = assertSecureTokenEndpoint(endpoint);
  headers.set('content-type', 'application/x-www-form-urlencoded');
  headers.set('accept', 'application/json');
  const response = await send(url, { method: 'POST', headers, body: params.toString() });
  const text = await response.text();
  try {
    return { status: response.status, answer: JSON.parse(text) as JsonValue };
  } catch {
    return { status: response.status, answer: null };
  }
}

/** Throws `McpError` if the response has neither tokens nor an error code. */
export async function requestTokens(
  metadata: AuthorizationServerMetadata,
  params: URLSearchParams,
  prove: ClientProof,
  send: IssuerFetch,
): Promise<TokenAnswer> {
  const headers = new Headers();
  await prove(headers, params, metadata);
  const { status, answer } = await postForm(metadata.token_endpoint, params, {
    headers,
    fetch: send,
  });
  const fields = isJsonObject(answer) ? answer : {};
  if (typeof fields['error'] === 'string') return { kind: 'refused', error: fields['error'] };
  const tokens = parseTokens(fields);
  if (status >= 200 && status < 300 && tokens) return { kind: 'given', tokens };
  const message = `${metadata.issuer} issued no token: HTTP status ${status}`;
  const cause = Object.assign(new Error(message), { status });
  throw new McpError('unreachable', message, { cause });
}

function parseTokens(fields: Readonly<Record<string, JsonValue>>): IssuedTokens | undefined {
  const {
    access_token: accessToken,
    token_type: type,
    refresh_token: refreshToken,
    expires_in: expires,
    scope,
  } = fields;
  if (typeof accessToken !== 'string' || accessToken === '') return undefined;
  if (typeof type !== 'string' || type.toLowerCase() !== 'bearer') return undefined;
  const expiresInS = Number(expires);
  return {
    accessToken,
    ...(typeof refreshToken === 'string' && { refreshToken }),
    ...(expires !== undefined && Number.isFinite(expiresInS) && { expiresInS }),
    ...(typeof scope === 'string' && { scope }),
  };
}

/** Sends the client's secret (RFC 6749, section 2.3.1), or only its id if it has no secret. */
export function createSecretProof(
  clientId: string,
  clientSecret: string | undefined,
  method?: string,
): ClientProof {
  return (headers, params, { token_endpoint_auth_methods_supported: known }) => {
    const methods = method === undefined ? known : [method];
    if (clientSecret !== undefined && (!methods || methods.includes('client_secret_basic'))) {
      const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
      headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`);
      return;
    }
    params.set('client_id', clientId);
    if (clientSecret !== undefined) params.set('client_secret', clientSecret);
  };
}
