import type { AuthProvider } from '@modelcontextprotocol/client';
import type { LoginStore } from '../../port/index.ts';
import { loginTokens, type LoginTokensOptions } from './login-tokens.ts';

/** A server at an address, and what is sent to it already. */
export interface LoginServer {
  readonly url: string | URL;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * The tokens of a person's login at a server, as an `authProvider`; `undefined` where there are no logins, or where the
 * headers of the server prove who is calling already.
 */
export function loginFor(
  logins: LoginStore | undefined,
  { url, headers = {} }: LoginServer,
  options: LoginTokensOptions = {},
): AuthProvider | undefined {
  const hasOwn = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  return logins && !hasOwn ? loginTokens(logins, url, options) : undefined;
}
