import { omitUndefined } from '#core';
import { explainErrorWithCauses } from '../connect/explain.ts';
import { getServerName } from '../connect/target.ts';
import { McpError } from '../mcp-error.ts';

/** Creates an `unauthorized` error. Its cause has the specific `code` and the `command` that logs in. */
export function createTokenError(code: string, message: string, command?: string): McpError {
  const whole = command === undefined ? message : `${message}: ${command}`;
  const cause = Object.assign(new Error(whole), omitUndefined({ code, command }));
  return new McpError('unauthorized', whole, { cause });
}

export function createIssuerRefusedError(issuer: string, error: string, client: string): McpError {
  return createRefusedError(`${issuer} issued no token to ${client}`, error, {
    invalid_client: 'its id or its secret is wrong',
    unauthorized_client: 'it may not use this grant type',
    invalid_scope: 'it may not have this scope',
    invalid_target: 'the issuer does not know this server',
    unsupported_grant_type: 'the issuer does not support this grant type',
  });
}

/** Creates the error of a login that was refused (RFC 6749, section 4.1.2.1; RFC 8628, section 3.5). */
export function createLoginRefusedError(error: string, server: string): McpError {
  return createRefusedError(`login at ${server} failed`, error, {
    access_denied: 'the user or the issuer denied it',
    expired_token: 'it took too long: start again',
    invalid_client: 'the issuer does not know the client, or its secret is wrong',
    invalid_scope: 'the issuer does not grant the scopes that the server requests',
    invalid_target: 'the issuer does not know the server',
    unauthorized_client: 'the client may not use this kind of login',
  });
}

/** Describes a refusal without the issuer's message or unknown codes, which may contain a secret. */
function createRefusedError(
  what: string,
  error: string,
  reasons: Readonly<Record<string, string>>,
): McpError {
  const code = /^[a-z_]{1,40}$/.test(error) ? error : 'an unknown code';
  const why = reasons[code] ?? "see the issuer's documentation of this code";
  return createTokenError(code, `${what} (${code}): ${why}`);
}

/** Converts a failed login to an error for the user. Other errors are returned unchanged. */
export async function explainLoginFailure(thrown: unknown, server: string | URL): Promise<unknown> {
  const { IssuerMismatchError, OAuthError, RegistrationRejectedError } =
    await import('@modelcontextprotocol/client');
  const name = getServerName({ url: server });
  const cause = thrown instanceof Error && thrown.cause !== undefined ? thrown.cause : thrown;
  if (cause instanceof IssuerMismatchError) {
    const message = `the login at ${name} was rejected: the response names another issuer`;
    return createTokenError('other-issuer', message);
  }
  if (
    cause instanceof RegistrationRejectedError ||
    explainErrorWithCauses(cause).includes(NO_REGISTRATION)
  ) {
    return createNoRegistrationError(`the issuer of ${name}`);
  }
  return cause instanceof OAuthError ? createLoginRefusedError(cause.code, name) : thrown;
}

const NO_REGISTRATION = 'does not support dynamic client registration';

export function createNoRegistrationError(issuer: string): McpError {
  const message = `${issuer} does not register clients: use a client that is registered there`;
  return createTokenError('no-registration', message);
}

export function throwNoLoginNeeded(server: string | URL): never {
  const message = `${getServerName({ url: server })} requires no login: use it without one`;
  throw new McpError('not-a-server', message);
}
