import type { AuthProvider } from '@modelcontextprotocol/client';
import type { Login, LoginStore } from '../../port/index.ts';
import { nameOf } from '../connect/target-name.ts';
import type { TokenWatch } from './client-credentials.ts';
import { metadataOfIssuer } from './issuer-of-server.ts';
import { loginWith } from './login-with.ts';
import { refusedBy, tokenFailure } from './token-failure.ts';
import { issuerFetch, provenBySecret, requestTokens, type IssuerFetch } from './token-request.ts';

/**
 * Options for the use of a stored login: how it is renewed, who receives its tokens, and how the
 * user logs in again.
 */
export interface LoginTokensOptions extends TokenWatch {
  /** Returns the current time in milliseconds since the epoch. */
  readonly now?: () => number;
  /**
   * The command that logs the user in, for error messages. Default: `timestep auth login` with the
   * server's address.
   */
  readonly command?: string;
}

/**
 * Creates an `authProvider` that uses the stored login of a user at a server. An expired login is
 * renewed only once, even if several processes use it. Requests reject with `McpError` if there is
 * no login.
 */
export function loginTokens(
  logins: LoginStore,
  server: string | URL,
  options: LoginTokensOptions = {},
): Required<AuthProvider> {
  const address = nameOf({ url: server });
  const { fetch: send = issuerFetch, onToken, now = Date.now } = options;
  const { command = `timestep auth login ${address}` } = options;
  let login: Login | undefined;
  let renewing: Promise<void> | undefined;

  function use(next: Login | undefined): string | undefined {
    login = next;
    if (next) onToken?.(next.accessToken);
    return next?.accessToken;
  }

  async function renew(): Promise<void> {
    const refused = login?.accessToken;
    let hasEnded = false;
    const next = await logins.change(address, async (kept) => {
      // Another process has renewed the login meanwhile, or the user has logged in again.
      if (!kept || kept.accessToken !== refused) return kept;
      const renewed = await renewedLogin(kept, now, send);
      hasEnded = renewed === 'ended';
      return renewed === 'ended' ? withoutRefresh(kept) : renewed;
    });
    if (!next) throw tokenFailure('no-login', `${address} wants a login`, command);
    if (hasEnded) {
      throw tokenFailure('login-ended', `the login at ${address} has ended`, command);
    }
    use(next);
  }

  const renewOnce = (): Promise<void> =>
    (renewing ??= renew().finally(() => {
      renewing = undefined;
    }));

  return {
    async token() {
      login ??= await logins.find(address);
      const isOver = login?.expiresAt !== undefined && login.expiresAt <= now();
      if (isOver && login?.refreshToken !== undefined) await renewOnce();
      return use(login);
    },
    onUnauthorized: renewOnce,
  };
}

function withoutRefresh(login: Login): Login {
  const { refreshToken: _ended, ...others } = login;
  return others;
}

/**
 * Requests a new token from the issuer of the login (RFC 6749, section 6). No other issuer is
 * contacted.
 */
async function renewedLogin(
  login: Login,
  now: () => number,
  send: IssuerFetch,
): Promise<Login | 'ended'> {
  const { issuer, clientId, clientSecret, authMethod, refreshToken, resource } = login;
  if (refreshToken === undefined) return 'ended';
  const metadata = await metadataOfIssuer(issuer, send);
  const params = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    ...(resource !== undefined && { resource }),
  });
  const answer = await requestTokens(
    metadata,
    params,
    provenBySecret(clientId, clientSecret, authMethod),
    send,
  );
  if (answer.kind === 'given') return loginWith(login, answer.tokens, now());
  if (answer.error === 'invalid_grant') return 'ended';
  throw refusedBy(issuer, answer.error, `the login at ${login.server}`);
}
