import type { JsonObject } from '../../core/index.ts';
import { CredentialsError, type CredentialsErrorCode } from '../credentials-error.ts';
import { serverAddress } from '../forwarded.ts';
import { openIssuer, type Claims, type IssuerOptions } from './issuer.ts';
import { metadataPath, resourcePath } from './protected-resource.ts';

/** Who may ask: callers with an access token of an issuer (OAuth 2.1, OpenID Connect). */
export interface TokenOptions extends IssuerOptions {
  /** Scopes that every token needs. */
  readonly scopes?: readonly string[];
  /** The name of the caller. Default: the issuer and the subject, `https://issuer#subject`. */
  readonly principalOf?: (claims: Claims) => string | undefined;
}

/** Checks the access tokens of requests, and says where callers get them. */
export interface AccessTokens {
  readonly issuer: string;
  /** Scopes that every token needs. */
  readonly scopes: readonly string[];
  /**
   * The principal of a request. Throws `CredentialsError` where the token is missing, does not hold or lacks one of
   * `scopes`; rejects with another error where the issuer cannot be asked.
   */
  readonly principal: (request: Request, asked?: TokenDemand) => Promise<string>;
  /** The metadata of a resource of the server (RFC 9728), for its address and its scopes. */
  readonly metadata: (resource: string, scopes: readonly string[]) => JsonObject;
}

/** What a token must allow. */
export interface TokenDemand {
  /** Beside those of every token. */
  readonly scopes?: readonly string[];
  /** The address of the server from outside. Default: that of the request. */
  readonly origin?: string | undefined;
}

/** Throws `IssuerError` where the settings cannot be used. */
export function accessTokens(options: TokenOptions): AccessTokens {
  const { issuer, scopes: always = [], principalOf = nameOf } = options;
  const checking = openIssuer(options);
  return {
    issuer,
    scopes: always,
    async principal(request, { scopes: more = [], origin } = {}) {
      const { pathname } = new URL(request.url);
      const scopes = [...new Set([...always, ...more])];
      const refuse = (code: CredentialsErrorCode, why: string): CredentialsError => {
        const resource = (origin ?? serverAddress(request)) + metadataPath(resourcePath(pathname));
        return new CredentialsError(code, why, challengeOf(code, why, { resource, scopes }));
      };
      const token = tokenIn(request.headers);
      if (token === undefined) {
        throw refuse('no-token', `send a token of ${issuer}: "Authorization: Bearer <token>"`);
      }
      const checked = await checking.check(token);
      if ('why' in checked) {
        throw refuse('invalid-token', `${checked.why}: get a new one from ${issuer}`);
      }
      const { claims } = checked;
      const given = scopesIn(claims);
      const missing = scopes.filter((scope) => !given.includes(scope));
      if (missing.length > 0) {
        throw refuse('insufficient-scope', `the token lacks the scope ${missing.join(' ')}`);
      }
      const principal = principalOf(claims);
      if (principal) return principal;
      throw refuse('invalid-token', 'the token names no caller');
    },
    metadata: (resource, scopes) => ({
      resource,
      authorization_servers: [issuer],
      bearer_methods_supported: ['header'],
      ...(always.length + scopes.length > 0 && {
        scopes_supported: [...new Set([...always, ...scopes])],
      }),
    }),
  };
}

function tokenIn(headers: Headers): string | undefined {
  return /^Bearer +([\w.~+/-]+=*) *$/i.exec(headers.get('authorization') ?? '')?.[1];
}

/** Subjects are unique with one issuer only. */
function nameOf({ iss, sub, client_id: client }: Claims): string | undefined {
  const subject = sub ?? (typeof client === 'string' ? client : undefined);
  return subject === undefined || subject === '' ? undefined : `${iss}#${subject}`;
}

/** Scopes as RFC 9068 writes them, or as a list. */
function scopesIn({ scope, scp }: Claims): readonly string[] {
  return [scope, scp].flat().flatMap((one) => (typeof one === 'string' ? one.split(' ') : []));
}

const ERRORS: Readonly<Record<CredentialsErrorCode, string | undefined>> = {
  'no-token': undefined,
  'invalid-token': 'invalid_token',
  'insufficient-scope': 'insufficient_scope',
};

/** What to send, and where it is had (RFC 6750, section 3; RFC 9728, section 5.1). */
function challengeOf(
  code: CredentialsErrorCode,
  why: string,
  { resource, scopes }: { readonly resource: string; readonly scopes: readonly string[] },
): string {
  const error = ERRORS[code];
  const parts = [
    ...(error === undefined ? [] : [`error="${error}"`, `error_description="${quotable(why)}"`]),
    ...(scopes.length > 0 ? [`scope="${quotable(scopes.join(' '))}"`] : []),
    `resource_metadata="${quotable(resource)}"`,
  ];
  return `Bearer ${parts.join(', ')}`;
}

/** Only what may stand in a quoted text of a challenge. */
function quotable(text: string): string {
  return text.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, '?');
}
