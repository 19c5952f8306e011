import {
  createHash,
  createPrivateKey,
  createPublicKey,
  sign,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { toCanonicalJson, TimestepError, type JsonObject } from '#core';
import { listCanonicalCardTexts } from '../wire/card-fields.ts';

/** The key that signs agent cards (section 8.4). */
export interface CardKey {
  /** Private key as PEM or JWK: RSA of 2048 bits or more, P-256, P-384, P-521 or Ed25519. */
  readonly key: string | JsonWebKey;
  /** Id of the key. Default: the `kid` of the JWK, or the key's thumbprint (RFC 7638). */
  readonly kid?: string;
  /** URL (https) that serves the public key. */
  readonly jku?: string;
}

/** The error thrown if a key cannot sign cards. */
export class CardKeyError extends TimestepError {
  declare readonly code: 'bad-card-key';
}

/** Signs agent cards. */
export interface CardSigner {
  /** Returns the signed card. The same card always gets the same signatures. */
  readonly sign: (card: JsonObject) => JsonObject;
  /** The public key as a JWK, with which readers verify signatures. */
  readonly publicKey: JsonObject;
}

/** Number of cached cards, enough for all forms of one agent at all its addresses. */
const MAX_CACHED_CARDS = 64;

/** Creates a signer of agent cards. Throws `CardKeyError`, which never contains the key. */
export function createCardSigner({ key: given, kid, jku }: CardKey): CardSigner {
  const { key, jwk } = parsePrivateKey(given);
  const { alg, hash } = getAlgorithm(key);
  const shown = createPublicKey(key).export({ format: 'jwk' });
  const own = typeof jwk?.kid === 'string' ? jwk.kid : undefined;
  const name = kid ?? own ?? computeThumbprint(shown);
  const header = { alg, typ: 'JOSE', kid: name, ...(jku !== undefined && { jku }) };
  const protectedHeader = toBase64Url(JSON.stringify(header));
  const known = new Map<string, JsonObject>();

  function createTextSignature(text: string): JsonObject {
    const input = Buffer.from(`${protectedHeader}.${toBase64Url(text)}`);
    const signature = sign(hash, input, { key, dsaEncoding: 'ieee-p1363' });
    return { protected: protectedHeader, signature: signature.toString('base64url') };
  }

  return {
    publicKey: { ...shown, kid: name, alg, use: 'sig' },
    sign(card) {
      const whole = toCanonicalJson(card);
      const before = known.get(whole);
      if (before) return before;
      const signed = { ...card, signatures: listCanonicalCardTexts(card).map(createTextSignature) };
      const [oldest] = known.size < MAX_CACHED_CARDS ? [] : known.keys();
      if (oldest !== undefined) known.delete(oldest);
      known.set(whole, signed);
      return signed;
    },
  };
}

type JwkWithId = JsonWebKey & { readonly kid?: unknown };

function parsePrivateKey(given: CardKey['key']): {
  readonly key: KeyObject;
  readonly jwk?: JwkWithId;
} {
  try {
    if (typeof given === 'string' && !given.trimStart().startsWith('{')) {
      return { key: createPrivateKey(given) };
    }
    const jwk = typeof given === 'string' ? (JSON.parse(given) as JwkWithId) : given;
    return { key: createPrivateKey({ key: jwk, format: 'jwk' }), jwk };
  } catch {
    // The original error is not attached, because it may quote the key.
    const say = 'use a private key as PEM without a passphrase, or as JWK';
    throw new CardKeyError('bad-card-key', `invalid card signing key: ${say}`);
  }
}

interface SigningAlgorithm {
  readonly alg: string;
  readonly hash: string | null;
}

const CURVES: Readonly<Record<string, SigningAlgorithm>> = {
  prime256v1: { alg: 'ES256', hash: 'sha256' },
  secp384r1: { alg: 'ES384', hash: 'sha384' },
  secp521r1: { alg: 'ES512', hash: 'sha512' },
};

function getAlgorithm(key: KeyObject): SigningAlgorithm {
  const { namedCurve = '', modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
  const type = key.asymmetricKeyType;
  const onCurve = type === 'ec' ? CURVES[namedCurve] : undefined;
  if (onCurve) return onCurve;
  if (type === 'ed25519') return { alg: 'EdDSA', hash: null };
  if (type === 'rsa' && modulusLength >= 2048) return { alg: 'RS256', hash: 'sha256' };
  throw new CardKeyError(
    'bad-card-key',
    `unsupported type of card signing key (${type}): use RSA of 2048 bits or more, P-256, P-384, P-521 or Ed25519`,
  );
}

/** Returns the thumbprint of a key: the hash of its required members (RFC 7638, section 3.2). */
function computeThumbprint({ crv, e, kty, n, x, y }: JsonWebKey): string {
  return createHash('sha256').update(toCanonicalJson({ crv, e, kty, n, x, y })).digest('base64url');
}

function toBase64Url(text: string): string {
  return Buffer.from(text).toString('base64url');
}
