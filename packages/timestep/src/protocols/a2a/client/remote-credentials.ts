import { isJsonObject, type JsonObject, type JsonValue } from '#core';
import { A2AClientError } from './a2a-client-error.ts';
import type { FetchFn } from './json-rpc-client.ts';
import { getObject, filterObjects, getStringOrEmpty } from './lenient-fields.ts';
import type { RemoteAgentCard } from './remote-card.ts';

/** Credentials: an API key or token, a user with password (HTTP Basic), or a function that returns a token. */
export type RemoteCredential =
  | string
  | { readonly user: string; readonly password: string }
  | (() => string | Promise<string>);

/** Credentials by the name of the security scheme in the agent's card. */
export type RemoteCredentials = Readonly<Record<string, RemoteCredential>>;

type Secret = Exclude<RemoteCredential, () => unknown>;

/** Adds a key, token or password to a request. */
type AddSecret = (secret: string, target: URL, headers: Headers) => void;

interface UsableCredential {
  readonly add: AddSecret;
  readonly credential: RemoteCredential;
}

/**
 * Wraps `fetch` to send the credentials of the card's first requirement that can be met. Throws
 * `A2AClientError`.
 */
export function addCredentials(
  fetch: FetchFn,
  { name, card }: Pick<RemoteAgentCard, 'name' | 'card'>,
  credentials: RemoteCredentials | undefined,
): FetchFn {
  if (!credentials) return fetch;
  const shown = selectCredentials(name, card, credentials);
  if (shown.length === 0) return fetch;
  return async (url, init) => {
    const target = new URL(url);
    const headers = new Headers(init.headers);
    for (const { add, credential } of shown) {
      const secret = typeof credential === 'function' ? await credential() : credential;
      add(secretToText(secret), target, headers);
    }
    return fetch(target.href, { ...init, headers: Object.fromEntries(headers) });
  };
}

function selectCredentials(
  name: string,
  card: JsonObject,
  credentials: RemoteCredentials,
): readonly UsableCredential[] {
  const wanted = listSecurityRequirements(card);
  const met = wanted.flatMap((schemes) => {
    const shown = schemes.flatMap((scheme) => findCredential(scheme, card, credentials) ?? []);
    return shown.length === schemes.length ? [shown] : [];
  });
  // An agent that requires no credentials may still use them to identify the caller.
  const best = met.find((shown) => shown.length > 0) ?? met[0];
  if (best) return best;
  if (wanted.length === 0) return [];
  const ways = wanted.map((schemes) => schemes.join(' with ')).join(', or ');
  throw new A2AClientError(
    'unauthorized',
    `${name} requires credentials that are not configured: ${ways}`,
  );
}

function listSecurityRequirements(card: JsonObject): readonly (readonly string[])[] {
  const newer = filterObjects(card['securityRequirements']).map((one) => getObject(one, 'schemes'));
  const found = newer.length > 0 ? newer : filterObjects(card['security']);
  return found.map((one) => Object.keys(one));
}

function findCredential(
  scheme: string,
  card: JsonObject,
  credentials: RemoteCredentials,
): UsableCredential | undefined {
  const credential = Object.hasOwn(credentials, scheme) ? credentials[scheme] : undefined;
  const schemes = getObject(card, 'securitySchemes');
  const add = Object.hasOwn(schemes, scheme) ? createSecretAdder(schemes[scheme]) : undefined;
  return credential === undefined || !add ? undefined : { add, credential };
}

/**
 * Creates a function that adds a secret to a request. Undefined for security schemes other than
 * keys, tokens and passwords.
 */
function createSecretAdder(scheme: JsonValue | undefined): AddSecret | undefined {
  if (!isJsonObject(scheme)) return undefined;
  const { apiKeySecurityScheme: key, httpAuthSecurityScheme: http, type } = scheme;
  if (isJsonObject(key))
    return createApiKeyAdder(getStringOrEmpty(key, 'location'), getStringOrEmpty(key, 'name'));
  if (type === 'apiKey')
    return createApiKeyAdder(getStringOrEmpty(scheme, 'in'), getStringOrEmpty(scheme, 'name'));
  if (isJsonObject(http)) return createAuthorizationAdder(getStringOrEmpty(http, 'scheme'));
  if (type === 'http') return createAuthorizationAdder(getStringOrEmpty(scheme, 'scheme'));
  const isToken =
    isJsonObject(scheme['oauth2SecurityScheme']) ||
    isJsonObject(scheme['openIdConnectSecurityScheme']) ||
    type === 'oauth2' ||
    type === 'openIdConnect';
  return isToken ? createAuthorizationAdder('') : undefined;
}

function createAuthorizationAdder(scheme: string): AddSecret {
  return (secret, _target, headers) =>
    headers.set('authorization', `${scheme || 'Bearer'} ${secret}`);
}

function createApiKeyAdder(location: string, name: string): AddSecret | undefined {
  if (name === '') return undefined;
  switch (location) {
    case 'header':
      return (secret, _target, headers) => headers.set(name, secret);
    case 'query':
      return (secret, target) => target.searchParams.set(name, secret);
    case 'cookie':
      return (secret, _target, headers) => {
        const others = headers.get('cookie');
        const cookie = `${name}=${encodeURIComponent(secret)}`;
        headers.set('cookie', others === null ? cookie : `${others}; ${cookie}`);
      };
    default:
      return undefined;
  }
}

function secretToText(secret: Secret): string {
  if (typeof secret === 'string') return secret;
  return Buffer.from(`${secret.user}:${secret.password}`).toString('base64');
}
