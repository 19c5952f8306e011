import { McpError } from '../mcp-error.ts';

/** An OAuth error code (RFC 6749, section 5.2; RFC 8628, section 3.5), or a code from this list. */
export type TokenErrorCode =
  | 'bad-key'
  | 'insufficient_scope'
  | 'login-ended'
  | 'no-device'
  | 'no-issuer'
  | 'no-login'
  | 'no-registration'
  | 'other-issuer'
  | 'other-login'
  | 'other-resource'
  | (string & {});

/** Creates an `unauthorized` error; its cause has the specific `code` and the `command`. */
export function createTokenError(
  code: TokenErrorCode,
  message: string,
  command?: string,
): McpError {
  const facts = { code, ...(command !== undefined && { command }) };
  const whole = command === undefined ? message : `${message}: ${command}`;
  const cause = Object.assign(new Error(whole), facts);
  return new McpError('unauthorized', whole, { cause });
}

/** Omits the issuer's message, which may contain a secret. */
export function createIssuerRefusedError(issuer: string, error: string, client: string): McpError {
  const code = /^[a-z_]{1,40}$/.test(error) ? error : 'an unknown code';
  const why = WHYS[code] ?? "see the issuer's documentation of this code";
  return createTokenError(code, `${issuer} issued no token to ${client} (${code}): ${why}`);
}

const WHYS: Readonly<Record<string, string>> = {
  invalid_client: 'its id or its secret is wrong',
  unauthorized_client: 'it may not use this grant type',
  invalid_scope: 'it may not have this scope',
  invalid_target: 'the issuer does not know this server',
  unsupported_grant_type: 'the issuer does not support this grant type',
};
