import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { isJsonObject, TimestepError, type JsonValue } from '../../core/index.ts';
import { isLoopback } from '../guard.ts';

/** What issues tokens, and how its tokens are checked. */
export interface IssuerOptions {
  /** The address of the issuer, as its tokens name it in `iss`. */
  readonly issuer: string;
  /** What tokens are made for, as they name it in `aud`; one of several is enough. */
  readonly audience: string | readonly string[];
  /** Where the issuer shows its keys. Default: where its metadata say. */
  readonly jwksUri?: string;
  /** Seconds by which the clocks of the issuer and of this machine may differ. Default 30. */
  readonly toleranceS?: number;
  /** Milliseconds between two requests for keys, where tokens name a key that is not known. Default 30 seconds. */
  readonly keysAgainMs?: number;
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** What a token says. */
export type Claims = JWTPayload;

/** What a token says, or why it does not hold, in words for its sender. */
type Checked = { readonly claims: Claims } | { readonly why: string };

/** Checks tokens against the keys of an issuer. */
export interface Issuer {
  /** Rejects where the keys cannot be had. */
  readonly check: (token: string) => Promise<Checked>;
}

/** Settings of an issuer that cannot be used, or an issuer that shows no keys. */
export class IssuerError extends TimestepError {
  declare readonly code: 'bad-issuer' | 'no-keys';
}

const TOLERANCE_S = 30;
const KEYS_AGAIN_MS = 30_000;
const ANSWER_MS = 5000;

/** Signatures that only the issuer can make: a server that checks them knows no secret. */
const ALGORITHMS: readonly string[] =
  'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');

/** Checks tokens by the keys that an issuer shows (RFC 7519, RFC 9068). Throws `IssuerError`. */
export function openIssuer(options: IssuerOptions): Issuer {
  const { issuer, audience, toleranceS = TOLERANCE_S, now = Date.now } = options;
  refuseUnsafe(issuer, 'issuer');
  if (options.jwksUri !== undefined) refuseUnsafe(options.jwksUri, 'jwksUri');
  if ([audience].flat().some((one) => one === '')) {
    throw new IssuerError('bad-issuer', 'the audience is empty: name what tokens are made for');
  }
  let keys: Promise<JWTVerifyGetKey> | undefined;

  /** An issuer that is away is asked again with the next token. */
  function keysOfIssuer(): Promise<JWTVerifyGetKey> {
    keys ??= keysOf(options).catch((thrown: unknown) => {
      keys = undefined;
      throw thrown;
    });
    return keys;
  }

  return {
    async check(token) {
      const { errors, jwtVerify } = await import('jose');
      const key = await keysOfIssuer();
      try {
        const { payload } = await jwtVerify(token, key, {
          issuer,
          audience: [audience].flat(),
          algorithms: [...ALGORITHMS],
          requiredClaims: ['exp'],
          clockTolerance: toleranceS,
          currentDate: new Date(now()),
        });
        return { claims: payload };
      } catch (thrown) {
        const why = thrown instanceof errors.JOSEError ? unfit(thrown) : undefined;
        if (why === undefined) throw thrown;
        return { why };
      }
    },
  };
}

/** What is wrong with a token, by the code of the library; nothing where the keys cannot be had. */
function unfit(error: { readonly code: string; readonly claim?: unknown }): string | undefined {
  switch (error.code) {
    case 'ERR_JWT_EXPIRED':
      return 'the token has expired';
    case 'ERR_JWT_CLAIM_VALIDATION_FAILED':
      return WRONG_CLAIMS[String(error.claim)] ?? `the token has no usable ${String(error.claim)}`;
    case 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED':
    case 'ERR_JWKS_NO_MATCHING_KEY':
    case 'ERR_JWKS_MULTIPLE_MATCHING_KEYS':
      return 'the token is not signed with a key of the issuer';
    case 'ERR_JOSE_ALG_NOT_ALLOWED':
    case 'ERR_JOSE_NOT_SUPPORTED':
      return 'the token is signed in a way that is not accepted';
    case 'ERR_JWS_INVALID':
    case 'ERR_JWT_INVALID':
      return 'the token cannot be read';
    default:
      return undefined;
  }
}

const WRONG_CLAIMS: Readonly<Record<string, string>> = {
  iss: 'the token is from another issuer',
  aud: 'the token is made for another server',
  nbf: 'the token does not hold yet',
  exp: 'the token does not say when it expires',
};

async function keysOf(options: IssuerOptions): Promise<JWTVerifyGetKey> {
  const { fetch = globalThis.fetch, keysAgainMs = KEYS_AGAIN_MS } = options;
  const { createRemoteJWKSet, customFetch } = await import('jose');
  const uri = options.jwksUri ?? (await jwksUriOf(options.issuer, fetch));
  return createRemoteJWKSet(new URL(uri), {
    timeoutDuration: ANSWER_MS,
    cooldownDuration: keysAgainMs,
    [customFetch]: (url: string, init: RequestInit) => fetch(url, init),
  });
}

/** Where the metadata of an issuer are, as OpenID Connect and RFC 8414 say. */
function metadataUris(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname === '/' ? '' : pathname.replace(/\/$/, '');
  return [
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${path}`,
  ];
}

async function jwksUriOf(
  issuer: string,
  fetch: NonNullable<IssuerOptions['fetch']>,
): Promise<string> {
  const problems: string[] = [];
  for (const uri of metadataUris(issuer)) {
    const given = await metadataAt(uri, fetch);
    if (typeof given === 'string') {
      problems.push(given);
      continue;
    }
    const { issuer: said, jwks_uri: keys } = given;
    if (said !== issuer) {
      problems.push(`${uri} is of another issuer, ${JSON.stringify(said)}`);
    } else if (typeof keys !== 'string' || !isSafe(keys)) {
      problems.push(`${uri} names no https address of keys`);
    } else return keys;
  }
  throw new IssuerError('no-keys', `the keys of ${issuer} cannot be had: ${problems.join('; ')}`);
}

/** The metadata, or why there are none. */
async function metadataAt(
  uri: string,
  fetch: NonNullable<IssuerOptions['fetch']>,
): Promise<string | { readonly [name: string]: JsonValue }> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await fetch(uri, { redirect: 'manual', signal });
    if (!response.ok) return `${uri} answered HTTP ${response.status}`;
    const given = (await response.json()) as JsonValue;
    return isJsonObject(given) ? given : `${uri} holds something else than a JSON object`;
  } catch (thrown) {
    return `${uri}: ${thrown instanceof Error ? thrown.message : 'no answer'}`;
  }
}

function refuseUnsafe(address: string, name: string): void {
  if (isSafe(address)) return;
  const say = 'give an https address, or an http one of this machine';
  throw new IssuerError('bad-issuer', `${name} "${address}": ${say}`);
}

function isSafe(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
}
