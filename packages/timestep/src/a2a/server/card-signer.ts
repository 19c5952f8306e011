import {
  createHash,
  createPrivateKey,
  createPublicKey,
  sign,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { canonicalJson, TimestepError, type JsonObject } from '../../core/index.ts';
import { signedTexts } from '../wire/card-texts.ts';

/** What cards are signed with (section 8.4). */
export interface CardKey {
  /** A private key: PEM, the text of a JWK, or a JWK. RSA of 2048 bits or more, P-256, P-384, P-521 or Ed25519. */
  readonly key: string | JsonWebKey;
  /** What signatures call the key. Default: the `kid` of a JWK, else its thumbprint (RFC 7638). */
  readonly kid?: string;
  /** An https address that shows the public key, for those who check signatures. */
  readonly jku?: string;
}

/** A key that cannot sign cards. */
export class CardKeyError extends TimestepError {
  declare readonly code: 'bad-card-key';
}

/** Signs cards, and shows the key to check them with. */
export interface CardSigner {
  /** The card with its signatures; the same card has the same signatures. */
  readonly sign: (card: JsonObject) => JsonObject;
  /** The public key, as JWK. */
  readonly publicKey: JsonObject;
}

/** So many cards keep their signatures: the forms of one agent at its addresses. */
const MOST_KEPT = 64;

/** Throws `CardKeyError`, which shows nothing of the key. */
export function cardSigner({ key: given, kid, jku }: CardKey): CardSigner {
  const { key, jwk } = readKey(given);
  const { alg, hash } = algorithmOf(key);
  const shown = createPublicKey(key).export({ format: 'jwk' });
  const own = typeof jwk?.kid === 'string' ? jwk.kid : undefined;
  const name = kid ?? own ?? thumbprintOf(shown);
  const header = { alg, typ: 'JOSE', kid: name, ...(jku !== undefined && { jku }) };
  const protectedHeader = encoded(JSON.stringify(header));
  const known = new Map<string, JsonObject>();

  function signatureOf(text: string): JsonObject {
    const input = Buffer.from(`${protectedHeader}.${encoded(text)}`);
    const signature = sign(hash, input, { key, dsaEncoding: 'ieee-p1363' });
    return { protected: protectedHeader, signature: signature.toString('base64url') };
  }

  return {
    publicKey: { ...shown, kid: name, alg, use: 'sig' },
    sign(card) {
      const whole = canonicalJson(card);
      const before = known.get(whole);
      if (before) return before;
      const signed = { ...card, signatures: signedTexts(card).map(signatureOf) };
      const [oldest] = known.size < MOST_KEPT ? [] : known.keys();
      if (oldest !== undefined) known.delete(oldest);
      known.set(whole, signed);
      return signed;
    },
  };
}

type NamedJwk = JsonWebKey & { readonly kid?: unknown };

function readKey(given: CardKey['key']): { readonly key: KeyObject; readonly jwk?: NamedJwk } {
  try {
    if (typeof given === 'string' && !given.trimStart().startsWith('{')) {
      return { key: createPrivateKey(given) };
    }
    const jwk = typeof given === 'string' ? (JSON.parse(given) as NamedJwk) : given;
    return { key: createPrivateKey({ key: jwk, format: 'jwk' }), jwk };
  } catch {
    // What went wrong may quote the key.
    const say = 'give a private key as PEM without a passphrase, or as JWK';
    throw new CardKeyError('bad-card-key', `the key for cards cannot be read: ${say}`);
  }
}

interface Algorithm {
  readonly alg: string;
  readonly hash: string | null;
}

const CURVES: Readonly<Record<string, Algorithm>> = {
  prime256v1: { alg: 'ES256', hash: 'sha256' },
  secp384r1: { alg: 'ES384', hash: 'sha384' },
  secp521r1: { alg: 'ES512', hash: 'sha512' },
};

function algorithmOf({ asymmetricKeyType: type, asymmetricKeyDetails }: KeyObject): Algorithm {
  const { namedCurve = '', modulusLength = 0 } = asymmetricKeyDetails ?? {};
  const onCurve = type === 'ec' ? CURVES[namedCurve] : undefined;
  if (onCurve) return onCurve;
  if (type === 'ed25519') return { alg: 'EdDSA', hash: null };
  if (type === 'rsa' && modulusLength >= 2048) return { alg: 'RS256', hash: 'sha256' };
  throw new CardKeyError(
    'bad-card-key',
    `the key for cards is of a kind that cannot sign them (${type}): give RSA of 2048 bits or more, P-256, P-384, P-521 or Ed25519`,
  );
}

/** Of the members that a key of its kind must have (RFC 7638, section 3.2). */
function thumbprintOf({ crv, e, kty, n, x, y }: JsonWebKey): string {
  return createHash('sha256').update(canonicalJson({ crv, e, kty, n, x, y })).digest('base64url');
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64url');
}
