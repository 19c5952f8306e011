import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { isJsonObject, parseAndRepairJson, TimestepError, type JsonValue } from '#core';
import { limitResponse } from '../limit-response.ts';
import { isLoopback } from '../host-guard.ts';
import { networkFetch } from '../outgoing/network-fetch.ts';

/** Options for verifying the tokens of an issuer. */
export interface IssuerOptions {
  /** URL of the issuer, equal to `iss` in its tokens. */
  readonly issuer: string;
  /** Expected values of `aud` in tokens, one of which must match. */
  readonly audience: string | readonly string[];
  /** URL of the issuer's key set. Default: from the issuer's metadata. */
  readonly jwksUri?: string;
  /** Allowed clock difference in seconds. Default: 30. */
  readonly toleranceS?: number;
  /** Minimum milliseconds between two requests for keys if tokens name unknown keys. Default: 30 seconds. */
  readonly keyCooldownMs?: number;
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Returns the current time in milliseconds since the epoch. */
  readonly now?: () => number;
}

/** The claims of a token. */
export type Claims = JWTPayload;

/** Result of verifying a token: its claims, or why it is invalid, as text for its sender. */
type TokenCheck = { readonly claims: Claims } | { readonly why: string };

export interface TokenVerifier {
  /** Verifies a token. Rejects if the issuer's keys cannot be loaded. */
  readonly verify: (token: string) => Promise<TokenCheck>;
}

/** Thrown if the issuer options are invalid or the issuer's keys cannot be loaded. */
export class IssuerError extends TimestepError {
  declare readonly code: 'bad-issuer' | 'no-keys';
}

const TOLERANCE_S = 30;
const KEYS_AGAIN_MS = 30_000;
const ANSWER_MS = 5000;

/** Accepted signature algorithms. All are asymmetric, so that the verifying server needs no secret. */
const ALGORITHMS: readonly string[] =
  'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');

/** Creates a verifier of tokens by the issuer's published keys (RFC 7519, RFC 9068). Throws `IssuerError`. */
export function createTokenVerifier(options: IssuerOptions): TokenVerifier {
  const { issuer, audience, toleranceS = TOLERANCE_S, now = Date.now } = options;
  assertSafeUrl(issuer, 'issuer');
  if (options.jwksUri !== undefined) assertSafeUrl(options.jwksUri, 'jwksUri');
  if ([audience].flat().some((one) => one === '')) {
    throw new IssuerError(
      'bad-issuer',
      'audience is empty: set it to the value that tokens for this server have in their "aud" claim',
    );
  }
  let keys: Promise<JWTVerifyGetKey> | undefined;

  /** Loads the issuer's keys once. If that fails, they are loaded again for the next token. */
  function loadKeysOnce(): Promise<JWTVerifyGetKey> {
    keys ??= createRemoteKeySet(options).catch((thrown: unknown) => {
      keys = undefined;
      throw thrown;
    });
    return keys;
  }

  return {
    async verify(token) {
      const { errors, jwtVerify } = await import('jose');
      const key = await loadKeysOnce();
      try {
        const { payload, protectedHeader } = await jwtVerify(token, key, {
          issuer,
          audience: [audience].flat(),
          algorithms: [...ALGORITHMS],
          requiredClaims: ['exp'],
          clockTolerance: toleranceS,
          currentDate: new Date(now()),
        });
        const why = describeWrongTokenType(protectedHeader.typ, payload, now() / 1000 + toleranceS);
        return why === undefined ? { claims: payload } : { why };
      } catch (thrown) {
        const why = thrown instanceof errors.JOSEError ? describeTokenError(thrown) : undefined;
        if (why === undefined) throw thrown;
        return { why };
      }
    },
  };
}

/** Values of `typ` in access tokens (RFC 9068, section 2.1). Many issuers write `JWT`, or nothing. */
const ACCESS_TOKEN_TYPES: readonly string[] = ['jwt', 'at+jwt'];

/** Describes why a valid token of the issuer is not an access token (RFC 8725, section 3.11). */
function describeWrongTokenType(
  type: string | undefined,
  { iat, sub }: Claims,
  latest: number,
): string | undefined {
  const name = (type ?? 'JWT').replace(/^application\//i, '');
  if (!ACCESS_TOKEN_TYPES.includes(name.toLowerCase())) {
    return `the token is a ${name}, not an access token`;
  }
  if (iat !== undefined && iat > latest) return 'the token is issued in the future';
  return sub === undefined || typeof sub === 'string' ? undefined : 'the token has no usable sub';
}

/** Describes why a token is invalid, by the error of its verification. Undefined for other errors. */
function describeTokenError(error: {
  readonly code: string;
  readonly claim?: unknown;
}): string | undefined {
  if (error.code !== 'ERR_JWT_CLAIM_VALIDATION_FAILED') return PROBLEMS[error.code];
  const claim = String(error.claim);
  return WRONG_CLAIMS[claim] ?? `the token has no usable ${claim}`;
}

const FOREIGN_KEY = 'the token is not signed with a key of the issuer';
const WRONG_ALGORITHM = 'the signature algorithm of the token is not accepted';

const PROBLEMS: Readonly<Record<string, string>> = {
  ERR_JWT_EXPIRED: 'the token has expired',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: FOREIGN_KEY,
  ERR_JWKS_NO_MATCHING_KEY: FOREIGN_KEY,
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: FOREIGN_KEY,
  ERR_JOSE_ALG_NOT_ALLOWED: WRONG_ALGORITHM,
  ERR_JOSE_NOT_SUPPORTED: WRONG_ALGORITHM,
  ERR_JWS_INVALID: 'the token is malformed',
  ERR_JWT_INVALID: 'the token is malformed',
};

const WRONG_CLAIMS: Readonly<Record<string, string>> = {
  iss: 'the token is from another issuer',
  aud: 'the token is for another audience',
  nbf: 'the token is not valid yet',
  exp: 'the token has no expiry time',
};

async function createRemoteKeySet(options: IssuerOptions): Promise<JWTVerifyGetKey> {
  const { fetch = networkFetch, keyCooldownMs = KEYS_AGAIN_MS } = options;
  const { createRemoteJWKSet, customFetch } = await import('jose');
  const uri = options.jwksUri ?? (await findJwksUri(options.issuer, fetch));
  return createRemoteJWKSet(new URL(uri), {
    timeoutDuration: ANSWER_MS,
    cooldownDuration: keyCooldownMs,
    [customFetch]: (url: string, init: RequestInit) => fetch(url, init),
  });
}

/** Lists the URLs at which an issuer's metadata may be (OpenID Connect and RFC 8414). */
function listMetadataUrls(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname === '/' ? '' : pathname.replace(/\/$/, '');
  return [
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${path}`,
  ];
}

async function findJwksUri(
  issuer: string,
  fetch: NonNullable<IssuerOptions['fetch']>,
): Promise<string> {
  const problems: string[] = [];
  for (const uri of listMetadataUrls(issuer)) {
    const given = await fetchMetadataOrProblem(uri, fetch);
    if (typeof given === 'string') {
      problems.push(given);
      continue;
    }
    const { issuer: said, jwks_uri: keys } = given;
    if (said !== issuer) {
      problems.push(`${uri} belongs to another issuer, ${JSON.stringify(said)}`);
    } else if (typeof keys !== 'string' || !isSafeUrl(keys)) {
      problems.push(`${uri} has no https jwks_uri`);
    } else return keys;
  }
  throw new IssuerError(
    'no-keys',
    `cannot load the signing keys of the token issuer ${issuer}: ${problems.join('; ')}`,
  );
}

/** Fetches an issuer's metadata. If the request fails, resolves to the problem as text. */
async function fetchMetadataOrProblem(
  uri: string,
  fetch: NonNullable<IssuerOptions['fetch']>,
): Promise<string | { readonly [name: string]: JsonValue }> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await fetch(uri, { redirect: 'manual', signal });
    if (!response.ok) return `${uri} answered HTTP ${response.status}`;
    const given = parseAndRepairJson(await limitResponse(response).text());
    return isJsonObject(given) ? given : `${uri} is not a JSON object`;
  } catch (thrown) {
    return `${uri}: ${thrown instanceof Error ? thrown.message : 'no answer'}`;
  }
}

function assertSafeUrl(address: string, name: string): void {
  if (isSafeUrl(address)) return;
  throw new IssuerError(
    'bad-issuer',
    `invalid ${name} "${address}": use an https URL, or an http URL of this machine`,
  );
}

function isSafeUrl(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
}
