import type { AuthProvider } from '@modelcontextprotocol/client';
import type { Login, LoginStore } from '../../port/index.ts';
import { nameOf } from '../connect/target-name.ts';
import type { TokenWatch } from './client-credentials.ts';
import { metadataOfIssuer } from './issuer-of-server.ts';
import { loginWith } from './login-with.ts';
import { refusedBy, tokenFailure } from './token-failure.ts';
import { issuerFetch, provenBySecret, requestTokens, type IssuerFetch } from './token-request.ts';

/** How a login is renewed, who hears of its tokens, and how a person is asked to log in again. */
export interface LoginTokensOptions extends TokenWatch {
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Logs the person in, as failures say it. Default: `timestep auth login` with the address. */
  readonly command?: string;
}

/**
 * Gives the tokens of a person's login at a server, as an `authProvider`. One that has ended is renewed once, also
 * where several processes use the login; without a login, the server cannot be used.
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
      // Another process has got a new one meanwhile, or the person has logged in again.
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

/** Asks the issuer of a login, and no other, for another token (RFC 6749, section 6). */
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
