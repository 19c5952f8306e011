import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import {
  isJsonObject,
  parseAndRepairJson,
  parseJson,
  type JsonObject,
  type JsonValue,
} from '#core';
import { isLoopback, limitResponse } from '#protocols/http';
import { listTextsSignatureMayCover } from '../wire/card-fields.ts';
import { A2AClientError, createRequestError } from './a2a-client-error.ts';
import type { FetchFn } from './json-rpc-client.ts';
import { filterObjects, getStringOrEmpty } from './lenient-fields.ts';

/** Keys with which agent cards must be signed (section 8.4.3). */
export interface CardTrust {
  /** Trusted public keys as PEM or JWK. */
  readonly keys?: readonly (string | JsonWebKey)[];
  /** URL (https) of a JWK Set with trusted keys. Key URLs inside agent cards are ignored. */
  readonly jwksUri?: string;
  /** Whether unsigned cards are rejected. If false, only invalid signatures are rejected. Default: true. */
  readonly required?: boolean;
}

interface TrustedKey {
  readonly key: KeyObject;
  readonly kid: string | undefined;
}

/** Returns the signed content of a card. Rejects if the card is not trusted. */
export type VerifyCard = (card: JsonValue, address: string) => Promise<JsonValue>;

/** Accepted signature algorithms. All are asymmetric, so that only the holder of the private key can sign. */
const ALGORITHMS: readonly string[] =
  'ES256 ES384 ES512 EdDSA Ed25519 RS256 RS384 RS512 PS256 PS384 PS512'.split(' ');

/**
 * Creates a function that verifies an agent card, and removes all fields that no signature covers.
 */
export function createCardVerifier(trust: CardTrust | undefined, fetch: FetchFn): VerifyCard {
  if (!trust) return async (card) => card;
  const { keys = [], jwksUri, required = true } = trust;
  const own = keys.map((one, at) => parseTrustedKey(one, `keys[${at}]`));
  if (own.length === 0 && jwksUri === undefined) {
    throw createUntrustedCardError('cardTrust has no keys: set keys or jwksUri');
  }
  let shown: Promise<readonly TrustedKey[]> | undefined;
  return async (card, address) => {
    if (!isJsonObject(card)) return card;
    const signatures = filterObjects(card['signatures']);
    if (signatures.length === 0) {
      if (required) throw createUntrustedCardError(`the card at ${address} has no signature`);
      return card;
    }
    shown ??= jwksUri === undefined ? Promise.resolve([]) : fetchTrustedKeys(jwksUri, fetch);
    const trusted = [...own, ...(await shown)];
    const candidates = signatures.flatMap((one) => listKeysForSignature(one, trusted));
    for (const { signature, key } of candidates) {
      const text = await verifySignedText(card, signature, key);
      if (text !== undefined) return JSON.parse(text) as JsonValue;
    }
    if (candidates.some(({ kid }) => kid !== undefined)) {
      throw createUntrustedCardError(
        `the card at ${address} does not match its signature: it was changed after signing`,
      );
    }
    if (required)
      throw createUntrustedCardError(`the card at ${address} is not signed with a trusted key`);
    return card;
  };
}

function createUntrustedCardError(message: string): A2AClientError {
  return new A2AClientError('untrusted-card', message);
}

interface Candidate extends TrustedKey {
  readonly signature: JsonObject;
}

/** Lists the trusted keys that may have made a signature: keys with its key id, and keys without an id. */
function listKeysForSignature(signature: JsonObject, trusted: readonly TrustedKey[]): Candidate[] {
  const id = readKeyId(signature);
  const possible = trusted.filter(({ kid }) => kid === undefined || kid === id);
  return possible.map((one) => ({ ...one, signature }));
}

function readKeyId(signature: JsonObject): string | undefined {
  try {
    const text = Buffer.from(getStringOrEmpty(signature, 'protected'), 'base64url').toString();
    const header = parseJson(text);
    return isJsonObject(header) ? getStringOrEmpty(header, 'kid') : undefined;
  } catch {
    return undefined;
  }
}

/** Verifies a signature with a key. Returns the signed text; undefined if verification fails. */
async function verifySignedText(
  card: JsonObject,
  signature: JsonObject,
  key: KeyObject,
): Promise<string | undefined> {
  const { errors, flattenedVerify } = await import('jose');
  const given = {
    protected: getStringOrEmpty(signature, 'protected'),
    signature: getStringOrEmpty(signature, 'signature'),
  };
  for (const text of listTextsSignatureMayCover(card)) {
    const payload = Buffer.from(text).toString('base64url');
    try {
      await flattenedVerify({ ...given, payload }, key, { algorithms: [...ALGORITHMS] });
      return text;
    } catch (thrown) {
      // A key whose type does not match the algorithm in the signature causes a `TypeError`.
      if (!(thrown instanceof errors.JOSEError || thrown instanceof TypeError)) throw thrown;
    }
  }
  return undefined;
}

function parseTrustedKey(given: string | JsonWebKey, name: string): TrustedKey {
  try {
    if (typeof given === 'string') return { key: createPublicKey(given), kid: undefined };
    const { kid } = given as { readonly kid?: unknown };
    const key = createPublicKey({ key: given, format: 'jwk' });
    return { key, kid: typeof kid === 'string' ? kid : undefined };
  } catch {
    throw createUntrustedCardError(`invalid trusted key ${name}: use a public key as PEM or JWK`);
  }
}

async function fetchTrustedKeys(uri: string, fetch: FetchFn): Promise<readonly TrustedKey[]> {
  const url = URL.parse(uri);
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (!isSafe) {
    throw createUntrustedCardError(
      `jwksUri "${uri}": use an https URL, or an http URL of this machine`,
    );
  }
  let given: JsonValue | undefined;
  try {
    const response = await fetch(uri, {
      redirect: 'manual',
      headers: { accept: 'application/json' },
    });
    if (!response.ok)
      throw createUntrustedCardError(
        `${uri} responded with HTTP ${response.status} instead of keys`,
      );
    given = parseAndRepairJson(await limitResponse(response).text());
  } catch (thrown) {
    throw thrown instanceof A2AClientError ? thrown : createRequestError(uri, thrown);
  }
  const listed = isJsonObject(given) ? filterObjects(given['keys']) : [];
  const found = listed.flatMap((jwk) => {
    try {
      return [parseTrustedKey(jwk, uri)];
    } catch {
      return [];
    }
  });
  if (found.length > 0) return found;
  throw createUntrustedCardError(`${uri} contains no usable keys`);
}
