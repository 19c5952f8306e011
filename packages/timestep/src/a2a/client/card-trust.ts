import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import { isLoopback } from '../../http/index.ts';
import { checkedTexts } from '../wire/card-texts.ts';
import { A2AClientError, failedAnswer } from './a2a-client-error.ts';
import type { FetchFn } from './json-rpc-client.ts';
import { objectsIn, stringIn } from './lenient-fields.ts';

/** Whose signature a card must have (section 8.4.3). */
export interface CardTrust {
  /** Public keys: PEM, or JWK. */
  readonly keys?: readonly (string | JsonWebKey)[];
  /** An https address that shows keys as a JWK Set, beside `keys`. What cards say about where keys are is not heeded. */
  readonly jwksUri?: string;
  /**
   * False: a card without signatures, or with those of unknown keys alone, is accepted; one that names a trusted key
   * and does not fit its signature never is. Default true.
   */
  readonly required?: boolean;
}

/** A key that is trusted, and what signatures call it. */
interface TrustedKey {
  readonly key: KeyObject;
  readonly kid: string | undefined;
}

/** Returns a card as it was signed, or refuses it. */
export type CheckCard = (card: JsonValue, address: string) => Promise<JsonValue>;

/** Signatures that only the holder of a private key can make. */
const ALGORITHMS: readonly string[] =
  'ES256 ES384 ES512 EdDSA Ed25519 RS256 RS384 RS512 PS256 PS384 PS512'.split(' ');

/**
 * Checks cards by keys that the program trusts; what no signature covers is dropped from them. Without trust, cards
 * are as they were sent. Throws `A2AClientError`.
 */
export function cardCheck(trust: CardTrust | undefined, fetch: FetchFn): CheckCard {
  if (!trust) return async (card) => card;
  const { keys = [], jwksUri, required = true } = trust;
  const own = keys.map((one, at) => trustedKey(one, `keys[${at}]`));
  if (own.length === 0 && jwksUri === undefined) {
    throw untrusted('no key for cards is trusted: give keys, or a jwksUri');
  }
  let shown: Promise<readonly TrustedKey[]> | undefined;
  return async (card, address) => {
    if (!isJsonObject(card)) return card;
    const signatures = objectsIn(card['signatures']);
    if (signatures.length === 0) {
      if (required) throw untrusted(`the card at ${address} has no signature`);
      return card;
    }
    shown ??= jwksUri === undefined ? Promise.resolve([]) : keysAt(jwksUri, fetch);
    const trusted = [...own, ...(await shown)];
    const fitting = signatures.map((one) => ({ signature: one, keys: keysFor(one, trusted) }));
    for (const { signature, keys: possible } of fitting) {
      for (const { key } of possible) {
        const text = await signedText(card, signature, key);
        if (text !== undefined) return JSON.parse(text) as JsonValue;
      }
    }
    const isNamed = fitting.some(({ signature, keys: possible }) =>
      possible.some(({ kid }) => kid !== undefined && kid === kidIn(signature)),
    );
    if (isNamed) {
      throw untrusted(`the card at ${address} does not fit its signature: it was changed`);
    }
    if (required)
      throw untrusted(`the card at ${address} is not signed with a key that is trusted`);
    return card;
  };
}

function untrusted(message: string): A2AClientError {
  return new A2AClientError('untrusted-card', message);
}

/** The keys that a signature may be of: those of its name, and those without one. */
function keysFor(signature: JsonObject, trusted: readonly TrustedKey[]): readonly TrustedKey[] {
  const named = kidIn(signature);
  return trusted.filter(({ kid }) => kid === undefined || kid === named);
}

function kidIn(signature: JsonObject): string | undefined {
  try {
    const text = Buffer.from(stringIn(signature, 'protected'), 'base64url').toString();
    const header = JSON.parse(text) as JsonValue;
    return isJsonObject(header) ? stringIn(header, 'kid') : undefined;
  } catch {
    return undefined;
  }
}

/** The text of a card that a signature is of; nothing where it is of none. */
async function signedText(
  card: JsonObject,
  signature: JsonObject,
  key: KeyObject,
): Promise<string | undefined> {
  const { errors, flattenedVerify } = await import('jose');
  const given = {
    protected: stringIn(signature, 'protected'),
    signature: stringIn(signature, 'signature'),
  };
  for (const text of checkedTexts(card)) {
    const payload = Buffer.from(text).toString('base64url');
    try {
      await flattenedVerify({ ...given, payload }, key, { algorithms: [...ALGORITHMS] });
      return text;
    } catch (thrown) {
      // A key of another kind than the signature says is a `TypeError`.
      if (!(thrown instanceof errors.JOSEError || thrown instanceof TypeError)) throw thrown;
    }
  }
  return undefined;
}

function trustedKey(given: string | JsonWebKey, name: string): TrustedKey {
  try {
    if (typeof given === 'string') return { key: createPublicKey(given), kid: undefined };
    const { kid } = given as { readonly kid?: unknown };
    const key = createPublicKey({ key: given, format: 'jwk' });
    return { key, kid: typeof kid === 'string' ? kid : undefined };
  } catch {
    throw untrusted(`the trusted ${name} cannot be read: give a public key as PEM or JWK`);
  }
}

async function keysAt(uri: string, fetch: FetchFn): Promise<readonly TrustedKey[]> {
  const url = URL.parse(uri);
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (!isSafe) {
    throw untrusted(`jwksUri "${uri}": give an https address, or an http one of this machine`);
  }
  let given: JsonValue;
  try {
    const response = await fetch(uri, {
      redirect: 'manual',
      headers: { accept: 'application/json' },
    });
    if (!response.ok) throw untrusted(`${uri} answered HTTP ${response.status} and no keys`);
    given = (await response.json()) as JsonValue;
  } catch (thrown) {
    throw thrown instanceof A2AClientError ? thrown : failedAnswer(uri, thrown);
  }
  const listed = isJsonObject(given) ? objectsIn(given['keys']) : [];
  const found = listed.flatMap((jwk) => {
    try {
      return [trustedKey(jwk, uri)];
    } catch {
      // A set may hold keys of kinds that are not known here.
      return [];
    }
  });
  if (found.length > 0) return found;
  throw untrusted(`${uri} shows no keys that can be used`);
}
