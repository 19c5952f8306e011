import type { AuthProvider } from '@modelcontextprotocol/client';
import { omitUndefined } from '#core';
import type { Login, LoginStore } from '#engine/port';
import { getServerName } from '../connect/target.ts';
import type { TokenRequestOptions } from './client-credentials.ts';
import { loadIssuerMetadata } from './discover-issuer.ts';
import { guardNamedAddresses } from './named-address.ts';
import { createIssuerRefusedError, createTokenError } from './token-error.ts';
import {
  authenticateBySecret,
  issuerFetch,
  requestTokens,
  applyTokens,
  type IssuerFetch,
} from './token-request.ts';

/** Options of a login provider: a clock, a callback for tokens, and the command by which the user logs in again. */
export interface LoginProviderOptions extends TokenRequestOptions {
  /** Returns the current time in milliseconds since the epoch. */
  readonly now?: () => number;
  /** The command that logs in, for errors. Default: `timestep auth login` with the address. */
  readonly command?: string;
}

/**
 * Creates a provider of a user's stored login, which is renewed once for all processes. Rejects with `McpError`.
 */
export function createLoginProvider(
  logins: LoginStore,
  server: string | URL,
  options: LoginProviderOptions = {},
): Required<AuthProvider> {
  const address = getServerName({ url: server });
  const { fetch = issuerFetch, onToken, now = Date.now } = options;
  const { command = `timestep auth login ${address}` } = options;
  let login: Login | undefined;
  let renewing: Promise<void> | undefined;

  function setCurrentLogin(next: Login | undefined): string | undefined {
    login = next;
    if (next) onToken?.(next.accessToken);
    return next?.accessToken;
  }

  async function renewLogin(): Promise<void> {
    const refused = login?.accessToken;
    let hasEnded = false;
    const next = await logins.change(address, async (kept) => {
      // Another process renewed the login meanwhile, or the user logged in again, so the stored login is used.
      if (!kept || kept.accessToken !== refused) return kept;
      const send = guardNamedAddresses(fetch, [address, kept.issuer]);
      const renewed = await requestRenewedLogin(kept, now, send);
      if (renewed !== 'ended') return renewed;
      hasEnded = true;
      const { refreshToken: _ended, ...others } = kept;
      return others;
    });
    if (!next) throw createTokenError('no-login', `${address} requires a login`, command);
    if (hasEnded) {
      throw createTokenError('login-ended', `the login at ${address} has expired`, command);
    }
    setCurrentLogin(next);
  }

  const renewOnce = (): Promise<void> =>
    (renewing ??= renewLogin().finally(() => {
      renewing = undefined;
    }));

  return {
    async token() {
      login ??= await logins.find(address);
      const isOver = login?.expiresAt !== undefined && login.expiresAt <= now();
      if (isOver && login?.refreshToken !== undefined) await renewOnce();
      return setCurrentLogin(login);
    },
    onUnauthorized: renewOnce,
  };
}

/** Renews a login (RFC 6749, section 6) at its own issuer; no other issuer is contacted. */
async function requestRenewedLogin(
  login: Login,
  now: () => number,
  send: IssuerFetch,
): Promise<Login | 'ended'> {
  const { issuer, refreshToken: refresh_token, resource } = login;
  if (refresh_token === undefined) return 'ended';
  const metadata = await loadIssuerMetadata(issuer, send);
  const params = omitUndefined({ grant_type: 'refresh_token', refresh_token, resource });
  const client = { metadata, authenticate: authenticateBySecret(login), fetch: send };
  const answer = await requestTokens(new URLSearchParams(params), client);
  if (!('error' in answer)) return applyTokens(login, answer, now());
  if (answer.error === 'invalid_grant') return 'ended';
  throw createIssuerRefusedError(issuer, answer.error, `the login at ${login.server}`);
}

/** The URL of a server, and the headers that are already sent to it. */
export interface LoginServer {
  readonly url: string | URL;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Creates a provider of the user's login. Undefined without a store, or if a header `authorization` is set. */
export function findLoginProvider(
  logins: LoginStore | undefined,
  { url, headers = {} }: LoginServer,
  options: LoginProviderOptions = {},
): AuthProvider | undefined {
  const hasOwn = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  return logins && !hasOwn ? createLoginProvider(logins, url, options) : undefined;
}
