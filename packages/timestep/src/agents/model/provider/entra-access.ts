import { isJsonObject, parseJson } from '#core';
import { ModelError } from '../model-error.ts';
import { findFirstSetVariable, type EnvironmentVariables } from './environment-variables.ts';

/**
 * Access to Azure by Microsoft Entra ID: a token, or credentials of an application that requests
 * tokens.
 */
export type EntraAccess = { readonly token: string } | EntraApplication;

interface EntraApplication {
  /** Address of the server that gives tokens, without a path. */
  readonly authority: string;
  readonly tenant: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Reads the Entra ID access from the environment. Undefined if no variable is set. */
export function findEntraAccess(env: EnvironmentVariables): EntraAccess | undefined {
  const read = (name: string): string | undefined => findFirstSetVariable(env, [name]);
  const token = read('AZURE_OPENAI_AD_TOKEN');
  if (token !== undefined) return { token };
  const tenant = read('AZURE_TENANT_ID');
  const clientId = read('AZURE_CLIENT_ID');
  const clientSecret = read('AZURE_CLIENT_SECRET');
  if (tenant === undefined || clientId === undefined || clientSecret === undefined)
    return undefined;
  const authority = read('AZURE_AUTHORITY_HOST') ?? 'https://login.microsoftonline.com';
  return { authority: authority.replace(/\/$/, ''), tenant, clientId, clientSecret };
}

/** Lists the secrets of an Entra ID access, which must never be displayed. */
export function listEntraSecrets(access: EntraAccess): string[] {
  return 'token' in access ? [access.token] : [access.clientSecret];
}

const SCOPE = 'https://cognitiveservices.azure.com/.default';

/** Milliseconds before its end at which a token is replaced. */
const MARGIN_MS = 5 * 60_000;

interface Token {
  readonly text: string;
  readonly until: number;
}

/**
 * Sends a token of Microsoft Entra ID with each request instead of a key. Tokens of an application are requested
 * when they are needed, and used until shortly before they expire. Rejects with `ModelError`.
 */
export function withEntraToken(
  fetch: typeof globalThis.fetch,
  access: EntraAccess,
  now: () => number = Date.now,
): typeof globalThis.fetch {
  let current: { readonly token: Promise<Token>; until: number } | undefined;

  function requestNextToken(application: EntraApplication): Promise<Token> {
    const next = { token: requestToken(fetch, application, now()), until: Infinity };
    current = next;
    next.token.then(
      ({ until }) => (next.until = until),
      // After a failure, the next model call requests a token again.
      () => (current = undefined),
    );
    return next.token;
  }

  async function getToken(): Promise<string> {
    if ('token' in access) return access.token;
    const isUsable = current !== undefined && current.until > now();
    const { text } = await (isUsable && current ? current.token : requestNextToken(access));
    return text;
  }

  return async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${await getToken()}`);
    return fetch(input, { ...init, headers });
  };
}

/** Requests a token for an application (OAuth 2.0, client credentials). */
async function requestToken(
  fetch: typeof globalThis.fetch,
  { authority, tenant, clientId, clientSecret }: EntraApplication,
  now: number,
): Promise<Token> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    scope: SCOPE,
  });
  const url = `${authority}/${encodeURIComponent(tenant)}/oauth2/v2.0/token`;
  const response = await fetch(url, { method: 'POST', body });
  const answer = parseJson(await response.text());
  const fields = isJsonObject(answer) ? answer : {};
  const { access_token: text, expires_in: seconds, error } = fields;
  if (typeof text !== 'string') {
    const why = typeof error === 'string' ? `: ${error}` : '';
    const message = `Microsoft Entra ID gave no token for AZURE_CLIENT_ID (${response.status})${why}`;
    const isTemporary = response.status === 429 || response.status >= 500;
    throw new ModelError('unauthorized', message, { retryable: isTemporary });
  }
  const lifetime = Number(seconds) > 0 ? Number(seconds) * 1000 : MARGIN_MS;
  return { text, until: now + lifetime - MARGIN_MS };
}
