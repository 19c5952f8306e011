import { nameOf } from '../connect/target-name.ts';
import { explain } from '../connect/explain.ts';
import { McpError } from '../mcp-error.ts';
import { tokenFailure } from './token-failure.ts';

/**
 * Converts a failed login to an error that explains it to the user. Other errors are returned
 * unchanged.
 */
export async function loginFailure(thrown: unknown, server: string | URL): Promise<unknown> {
  const { IssuerMismatchError, OAuthError, RegistrationRejectedError } =
    await import('@modelcontextprotocol/client');
  const name = nameOf({ url: server });
  const cause = thrown instanceof Error && thrown.cause !== undefined ? thrown.cause : thrown;
  if (cause instanceof IssuerMismatchError) {
    const message = `the login at ${name} was not taken: the answer names another issuer`;
    return tokenFailure('other-issuer', message);
  }
  if (cause instanceof RegistrationRejectedError || explain(cause).includes(NO_REGISTRATION)) {
    const message = `the issuer of ${name} registers no clients: name a client that it knows`;
    return tokenFailure('no-registration', message);
  }
  if (cause instanceof OAuthError) return refusal(cause.code, name);
  return thrown;
}

/**
 * Creates the error for a login that the issuer rejected (RFC 6749, section 4.1.2.1; RFC 8628,
 * section 3.5).
 */
export function refusal(error: string, name: string): Error {
  const code = /^[a-z_]{1,40}$/.test(error) ? error : 'an unknown code';
  return tokenFailure(code, `no login at ${name} (${code}): ${WHYS[code] ?? OTHERWISE}`);
}

const WHYS: Readonly<Record<string, string>> = {
  access_denied: 'the person or the issuer has refused it',
  expired_token: 'it took too long: begin again',
  invalid_client: 'the issuer does not know the client, or its secret is wrong',
  invalid_scope: 'the issuer does not give the scopes that the server asks for',
  invalid_target: 'the issuer does not know the server',
  unauthorized_client: 'the client may not log people in in this way',
};
const OTHERWISE = 'see what the issuer says about this code';

/** A part of the SDK's error message for issuers without client registration. */
const NO_REGISTRATION = 'does not support dynamic client registration';

/** Throws an error: the server accepts every client, so that there is nothing to log in to. */
export function wantsNone(server: string | URL): never {
  const message = `${nameOf({ url: server })} wants no login: it can be used as it is`;
  throw new McpError('not-a-server', message);
}
