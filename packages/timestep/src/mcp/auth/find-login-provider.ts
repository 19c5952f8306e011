import type { AuthProvider } from '@modelcontextprotocol/client';
import type { LoginStore } from '../../port/index.ts';
import { createLoginProvider, type LoginProviderOptions } from './login-provider.ts';

/** The URL of a server, and the headers that are already sent to it. */
export interface LoginServer {
  readonly url: string | URL;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Creates an `authProvider` from the user's login at a server. Undefined without a login store, or
 * if the server's headers already contain `authorization`.
 */
export function findLoginProvider(
  logins: LoginStore | undefined,
  { url, headers = {} }: LoginServer,
  options: LoginProviderOptions = {},
): AuthProvider | undefined {
  const hasOwn = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  return logins && !hasOwn ? createLoginProvider(logins, url, options) : undefined;
}
