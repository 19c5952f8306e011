import { isJsonObject, type JsonObject, type JsonValue } from '#core';
import { A2AClientError } from './a2a-client-error.ts';
import type { FetchFn } from './json-rpc-client.ts';
import { getObject, listObjects, getString } from './lenient-fields.ts';
import type { RemoteAgentCard } from './remote-card.ts';

/** An API key or token, a user with password (HTTP Basic), or a function that returns a token. */
export type RemoteCredential =
  | string
  | { readonly user: string; readonly password: string }
  | (() => string | Promise<string>);

/** Credentials by the name of the security scheme in the agent's card. */
export type RemoteCredentials = Readonly<Record<string, RemoteCredential>>;

type CredentialLocation =
  | { readonly kind: 'header' | 'query' | 'cookie'; readonly name: string }
  | { readonly kind: 'authorization'; readonly scheme: string };

interface LocatedCredential {
  readonly location: CredentialLocation;
  readonly credential: RemoteCredential;
}

/** Sends the credentials of the first requirement that can be met. Throws `A2AClientError`. */
export function fetchWithCredentials(
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
    for (const { location, credential } of shown) {
      const value = typeof credential === 'function' ? await credential() : credential;
      setCredential(location, value, { target, headers });
    }
    return fetch(target.href, { ...init, headers: Object.fromEntries(headers) });
  };
}

function selectCredentials(
  name: string,
  card: JsonObject,
  credentials: RemoteCredentials,
): readonly LocatedCredential[] {
  const wanted = listRequirements(card);
  const met = wanted.flatMap((schemes) => {
    const shown = schemes.flatMap((scheme) => findCredential(scheme, card, credentials) ?? []);
    return shown.length === schemes.length ? [shown] : [];
  });
  // An agent that requires no credentials may still identify the caller by them.
  const best = met.find((shown) => shown.length > 0) ?? met[0];
  if (best) return best;
  if (wanted.length === 0) return [];
  const ways = wanted.map((schemes) => schemes.join(' with ')).join(', or ');
  throw new A2AClientError(
    'unauthorized',
    `${name} requires credentials that are not configured: ${ways}`,
  );
}

function listRequirements(card: JsonObject): readonly (readonly string[])[] {
  const newer = listObjects(card['securityRequirements']).map((one) => getObject(one, 'schemes'));
  const found = newer.length > 0 ? newer : listObjects(card['security']);
  return found.map((one) => Object.keys(one));
}

function findCredential(
  scheme: string,
  card: JsonObject,
  credentials: RemoteCredentials,
): LocatedCredential | undefined {
  const credential = Object.hasOwn(credentials, scheme) ? credentials[scheme] : undefined;
  const schemes = getObject(card, 'securitySchemes');
  const location = Object.hasOwn(schemes, scheme)
    ? findCredentialLocation(schemes[scheme] ?? null)
    : undefined;
  return credential === undefined || !location ? undefined : { location, credential };
}

/** Returns undefined for security schemes other than keys, tokens and passwords. */
function findCredentialLocation(scheme: JsonValue): CredentialLocation | undefined {
  if (!isJsonObject(scheme)) return undefined;
  const { apiKeySecurityScheme: key, httpAuthSecurityScheme: http, type } = scheme;
  if (isJsonObject(key))
    return createKeyLocation(getString(key, 'location'), getString(key, 'name'));
  if (type === 'apiKey')
    return createKeyLocation(getString(scheme, 'in'), getString(scheme, 'name'));
  if (isJsonObject(http)) return { kind: 'authorization', scheme: getString(http, 'scheme') };
  if (type === 'http') return { kind: 'authorization', scheme: getString(scheme, 'scheme') };
  const isToken =
    isJsonObject(scheme['oauth2SecurityScheme']) ||
    isJsonObject(scheme['openIdConnectSecurityScheme']) ||
    type === 'oauth2' ||
    type === 'openIdConnect';
  return isToken ? { kind: 'authorization', scheme: 'Bearer' } : undefined;
}

function createKeyLocation(kind: string, name: string): CredentialLocation | undefined {
  if (name === '' || (kind !== 'header' && kind !== 'query' && kind !== 'cookie')) return undefined;
  return { kind, name };
}

function setCredential(
  location: CredentialLocation,
  credential: Exclude<RemoteCredential, () => unknown>,
  { target, headers }: { readonly target: URL; readonly headers: Headers },
): void {
  const value =
    typeof credential === 'string'
      ? credential
      : Buffer.from(`${credential.user}:${credential.password}`).toString('base64');
  switch (location.kind) {
    case 'header':
      return headers.set(location.name, value);
    case 'query':
      return target.searchParams.set(location.name, value);
    case 'cookie': {
      const others = headers.get('cookie');
      const cookie = `${location.name}=${encodeURIComponent(value)}`;
      return headers.set('cookie', others === null ? cookie : `${others}; ${cookie}`);
    }
    case 'authorization':
      return headers.set('authorization', `${location.scheme || 'Bearer'} ${value}`);
  }
}
