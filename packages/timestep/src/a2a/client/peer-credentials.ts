import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import { A2AClientError } from './a2a-client-error.ts';
import type { FetchFn } from './json-rpc-client.ts';
import { objectIn, objectsIn, stringIn } from './lenient-fields.ts';
import type { PeerCard } from './peer-card.ts';

/**
 * What one security scheme of a card wants: a key or a token, a name with a password for HTTP Basic, or a function that
 * is asked for a token with each request, as for OAuth 2 and OpenID Connect.
 */
export type PeerCredential =
  | string
  | { readonly user: string; readonly password: string }
  | (() => string | Promise<string>);

/** What a peer is shown, by the names of the security schemes of its card. */
export type PeerCredentials = Readonly<Record<string, PeerCredential>>;

/** Where a scheme wants what it is given. */
type Place =
  | { readonly kind: 'header' | 'query' | 'cookie'; readonly name: string }
  | { readonly kind: 'authorization'; readonly scheme: string };

interface Shown {
  readonly place: Place;
  readonly credential: PeerCredential;
}

/**
 * A `fetch` that shows a peer what its card asks for: the first of its requirements all of whose schemes are given.
 * Throws `A2AClientError` where there are requirements and none is met.
 */
export function fetchWithCredentials(
  fetch: FetchFn,
  { name, card }: Pick<PeerCard, 'name' | 'card'>,
  credentials: PeerCredentials | undefined,
): FetchFn {
  if (!credentials) return fetch;
  const shown = shownTo(name, card, credentials);
  if (shown.length === 0) return fetch;
  return async (url, init) => {
    const place = new URL(url);
    const headers = new Headers(init.headers);
    for (const { place: where, credential } of shown) {
      const value = typeof credential === 'function' ? await credential() : credential;
      show(where, value, { place, headers });
    }
    return fetch(place.href, { ...init, headers: Object.fromEntries(headers) });
  };
}

function shownTo(name: string, card: JsonObject, credentials: PeerCredentials): readonly Shown[] {
  const wanted = requirementsIn(card);
  const met = wanted.flatMap((schemes) => {
    const shown = schemes.flatMap((scheme) => shownFor(scheme, card, credentials) ?? []);
    return shown.length === schemes.length ? [shown] : [];
  });
  // A peer that asks for nothing may still say who asks.
  const best = met.find((shown) => shown.length > 0) ?? met[0];
  if (best) return best;
  if (wanted.length === 0) return [];
  const ways = wanted.map((schemes) => schemes.join(' with ')).join(', or ');
  throw new A2AClientError(
    'unauthorized',
    `${name} asks for credentials that are not given: ${ways}`,
  );
}

/** The names of the schemes of each requirement, in the form of 1.0 or of 0.3. */
function requirementsIn(card: JsonObject): readonly (readonly string[])[] {
  const newer = objectsIn(card['securityRequirements']).map((one) => objectIn(one, 'schemes'));
  const found = newer.length > 0 ? newer : objectsIn(card['security']);
  return found.map((one) => Object.keys(one));
}

function shownFor(
  scheme: string,
  card: JsonObject,
  credentials: PeerCredentials,
): Shown | undefined {
  const credential = Object.hasOwn(credentials, scheme) ? credentials[scheme] : undefined;
  const schemes = objectIn(card, 'securitySchemes');
  const place = Object.hasOwn(schemes, scheme) ? placeOf(schemes[scheme] ?? null) : undefined;
  return credential === undefined || !place ? undefined : { place, credential };
}

/** Nothing for schemes that no value can meet, such as certificates. */
function placeOf(scheme: JsonValue): Place | undefined {
  if (!isJsonObject(scheme)) return undefined;
  const { apiKeySecurityScheme: key, httpAuthSecurityScheme: http, type } = scheme;
  if (isJsonObject(key)) return placeOfKey(stringIn(key, 'location'), stringIn(key, 'name'));
  if (type === 'apiKey') return placeOfKey(stringIn(scheme, 'in'), stringIn(scheme, 'name'));
  if (isJsonObject(http)) return { kind: 'authorization', scheme: stringIn(http, 'scheme') };
  if (type === 'http') return { kind: 'authorization', scheme: stringIn(scheme, 'scheme') };
  const isToken =
    isJsonObject(scheme['oauth2SecurityScheme']) ||
    isJsonObject(scheme['openIdConnectSecurityScheme']) ||
    type === 'oauth2' ||
    type === 'openIdConnect';
  return isToken ? { kind: 'authorization', scheme: 'Bearer' } : undefined;
}

function placeOfKey(kind: string, name: string): Place | undefined {
  if (name === '' || (kind !== 'header' && kind !== 'query' && kind !== 'cookie')) return undefined;
  return { kind, name };
}

function show(
  where: Place,
  given: Exclude<PeerCredential, () => unknown>,
  { place, headers }: { readonly place: URL; readonly headers: Headers },
): void {
  const value =
    typeof given === 'string'
      ? given
      : Buffer.from(`${given.user}:${given.password}`).toString('base64');
  switch (where.kind) {
    case 'header':
      return headers.set(where.name, value);
    case 'query':
      return place.searchParams.set(where.name, value);
    case 'cookie': {
      const others = headers.get('cookie');
      const cookie = `${where.name}=${encodeURIComponent(value)}`;
      return headers.set('cookie', others === null ? cookie : `${others}; ${cookie}`);
    }
    case 'authorization':
      return headers.set('authorization', `${where.scheme || 'Bearer'} ${value}`);
  }
}
