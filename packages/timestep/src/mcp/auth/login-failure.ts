import { getTargetName } from '../connect/target-name.ts';
import { explain } from '../connect/explain.ts';
import { McpError } from '../mcp-error.ts';
import { createTokenError } from './token-error.ts';

/** Converts a failed login to an error for the user. Other errors are returned unchanged. */
export async function explainLoginFailure(thrown: unknown, server: string | URL): Promise<unknown> {
  const { IssuerMismatchError, OAuthError, RegistrationRejectedError } =
    await import('@modelcontextprotocol/client');
  const name = getTargetName({ url: server });
  const cause = thrown instanceof Error && thrown.cause !== undefined ? thrown.cause : thrown;
  if (cause instanceof IssuerMismatchError) {
    const message = `the login at ${name} was rejected: the response names another issuer`;
    return createTokenError('other-issuer', message);
  }
  if (cause instanceof RegistrationRejectedError || explain(cause).includes(NO_REGISTRATION)) {
    const message = `the issuer of ${name} does not register clients: use a client that is registered there`;
    return createTokenError('no-registration', message);
  }
  if (cause instanceof OAuthError) return createLoginRefusedError(cause.code, name);
  return thrown;
}

/** RFC 6749, section 4.1.2.1; RFC 8628, section 3.5. */
export function createLoginRefusedError(error: string, name: string): Error {
  const code = /^[a-z_]{1,40}$/.test(error) ? error : 'an unknown code';
  return createTokenError(code, `login at ${name} failed (${code}): ${WHYS[code] ?? OTHERWISE}`);
}

const WHYS: Readonly<Record<string, string>> = {
  access_denied: 'the user or the issuer denied it',
  expired_token: 'it took too long: start again',
  invalid_client: 'the issuer does not know the client, or its secret is wrong',
  invalid_scope: 'the issuer does not grant the scopes that the server requests',
  invalid_target: 'the issuer does not know the server',
  unauthorized_client: 'the client may not use this kind of login',
};
const OTHERWISE = "see the issuer's documentation of this code";

const NO_REGISTRATION = 'does not support dynamic client registration';

export function throwNoLoginNeeded(server: string | URL): never {
  const message = `${getTargetName({ url: server })} requires no login: use it without one`;
  throw new McpError('not-a-server', message);
}
