import { randomBytes } from 'node:crypto';
import type { Login } from '#engine/port';
import { rejectOnAbort } from '../connect/reject-on-abort.ts';
import { authorizeByListingTools } from './authorize-by-listing-tools.ts';
import { createLoginClient, type LoginClientOptions } from './login-client.ts';
import { explainLoginFailure, throwNoLoginNeeded } from './token-error.ts';
import { listenForLoginRedirect } from './loopback.ts';

/** Options of a login with a browser. */
export interface LogInOptions extends Pick<LoginClientOptions, 'clientMetadataUrl' | 'registered'> {
  readonly show: (address: string) => void;
  readonly signal: AbortSignal;
  /** The port of 127.0.0.1 for the issuer's redirect. Default: any free port. */
  readonly port?: number;
  /** Returns the current time in milliseconds since the epoch. */
  readonly now?: () => number;
}

/** Logs in by browser (OAuth 2.1 with PKCE; RFC 8252). Throws `McpError` or the signal's reason. */
export async function logIn(server: string | URL, options: LogInOptions): Promise<Login> {
  const { show, signal, port, now = Date.now, ...registration } = options;
  const state = randomBytes(32).toString('base64url');
  const loopback = await listenForLoginRedirect(state, port);
  try {
    const client = createLoginClient({
      server,
      redirectUrl: loopback.redirectUrl,
      state,
      now,
      visit(address) {
        show(address.href);
        return rejectOnAbort(loopback.redirectQuery, signal);
      },
      ...registration,
    });
    const { authProvider, authorized } = client;
    const { registered } = registration;
    const trustedIssuers = registered ? [registered.issuer] : [];
    await authorizeByListingTools(server, { authProvider, authorized, trustedIssuers }, signal);
    return client.getLogin() ?? throwNoLoginNeeded(server);
  } catch (thrown) {
    signal.throwIfAborted();
    throw await explainLoginFailure(thrown, server);
  } finally {
    await loopback.close();
  }
}
