import type { JsonObject } from '#core';
import { CredentialsError, type CredentialsErrorCode } from '../identify-caller.ts';
import { getServerUrl } from '../forwarded-headers.ts';
import { createTokenVerifier, type Claims, type IssuerOptions } from './token-verifier.ts';
import { getMetadataPath, getResourcePath } from './protected-resource.ts';

/** Options for authenticating callers by access tokens of an issuer (OAuth 2.1, OpenID Connect). */
export interface TokenOptions extends IssuerOptions {
  /** Scopes that every token must have. */
  readonly scopes?: readonly string[];
  /** Returns the principal of a token. Default: issuer and subject, as `https://issuer#subject`. */
  readonly principalOf?: (claims: Claims) => string | undefined;
}

/** Verifies the access tokens of requests. */
export interface AccessTokenVerifier {
  readonly issuer: string;
  /** Scopes that every token must have. */
  readonly scopes: readonly string[];
  /**
   * Returns the principal. Throws `CredentialsError` for an invalid token, another error if the issuer is
   * unreachable.
   */
  readonly requirePrincipal: (request: Request, asked?: TokenRequirements) => Promise<string>;
  /** Builds the metadata of a protected resource (RFC 9728). */
  readonly buildMetadata: (resource: string, scopes: readonly string[]) => JsonObject;
}

/** Requirements for the token of one request. */
export interface TokenRequirements {
  /** Scopes that the token needs for this request, in addition to the scopes of every token. */
  readonly scopes?: readonly string[];
  /** Origin of the protected resource. Default: the origin of the request. */
  readonly origin?: string | undefined;
}

/** Creates a verifier of access tokens. Throws `IssuerError` if the options are invalid. */
export function createAccessTokenVerifier(options: TokenOptions): AccessTokenVerifier {
  const { issuer, scopes: always = [], principalOf = getDefaultPrincipal } = options;
  const checking = createTokenVerifier(options);
  return {
    issuer,
    scopes: always,
    async requirePrincipal(request, { scopes: more = [], origin } = {}) {
      const { pathname } = new URL(request.url);
      const scopes = [...new Set([...always, ...more])];
      const refuse = (code: CredentialsErrorCode, why: string): CredentialsError => {
        const resource =
          (origin ?? getServerUrl(request)) + getMetadataPath(getResourcePath(pathname));
        return new CredentialsError(code, why, formatChallenge(code, why, { resource, scopes }));
      };
      const token = readBearerToken(request.headers);
      if (token === undefined) {
        throw refuse('no-token', `send a token of ${issuer}: "Authorization: Bearer <token>"`);
      }
      const checked = await checking.verify(token);
      if ('why' in checked) {
        throw refuse('invalid-token', `${checked.why}: get a new one from ${issuer}`);
      }
      const { claims } = checked;
      const given = readScopes(claims);
      const missing = scopes.filter((scope) => !given.includes(scope));
      if (missing.length > 0) {
        throw refuse('insufficient-scope', `the access token lacks the scope ${missing.join(' ')}`);
      }
      const principal = principalOf(claims);
      if (principal) return principal;
      throw refuse(
        'invalid-token',
        'the token does not identify a caller: it needs a claim such as sub',
      );
    },
    buildMetadata: (resource, scopes) => ({
      resource,
      authorization_servers: [issuer],
      bearer_methods_supported: ['header'],
      ...(always.length + scopes.length > 0 && {
        scopes_supported: [...new Set([...always, ...scopes])],
      }),
    }),
  };
}

function readBearerToken(headers: Headers): string | undefined {
  return /^Bearer +([\w.~+/-]+=*) *$/i.exec(headers.get('authorization') ?? '')?.[1];
}

/** The principal contains the issuer, because subjects are unique only per issuer. */
function getDefaultPrincipal({ iss, sub, client_id: client }: Claims): string | undefined {
  const subject = sub ?? (typeof client === 'string' ? client : undefined);
  return subject === undefined || subject === '' ? undefined : `${iss}#${subject}`;
}

/** Reads the scopes of a token: a string (RFC 9068) or a list. */
function readScopes({ scope, scp }: Claims): readonly string[] {
  return [scope, scp].flat().flatMap((one) => (typeof one === 'string' ? one.split(' ') : []));
}

const ERRORS: Readonly<Record<CredentialsErrorCode, string | undefined>> = {
  'no-token': undefined,
  'invalid-token': 'invalid_token',
  'insufficient-scope': 'insufficient_scope',
};

/** Formats the header `WWW-Authenticate` (RFC 6750, section 3; RFC 9728, section 5.1). */
function formatChallenge(
  code: CredentialsErrorCode,
  description: string,
  {
    resource: metadataUrl,
    scopes,
  }: { readonly resource: string; readonly scopes: readonly string[] },
): string {
  const error = ERRORS[code];
  const parts = [
    ...(error === undefined
      ? []
      : [`error="${error}"`, `error_description="${sanitizeQuotedString(description)}"`]),
    ...(scopes.length > 0 ? [`scope="${sanitizeQuotedString(scopes.join(' '))}"`] : []),
    `resource_metadata="${sanitizeQuotedString(metadataUrl)}"`,
  ];
  return `Bearer ${parts.join(', ')}`;
}

/** Replaces characters that must not appear in a quoted string. */
function sanitizeQuotedString(text: string): string {
  return text.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, '?');
}
