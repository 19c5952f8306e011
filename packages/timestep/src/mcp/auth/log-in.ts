import { randomBytes } from 'node:crypto';
import type { Login } from '../../port/index.ts';
import { abortable } from '../connect/abortable.ts';
import { connectEnvironment } from '../connect/connect-environment.ts';
import { loginClient, type LoginClientOptions } from './login-client.ts';
import { loginFailure, wantsNone } from './login-failure.ts';
import { openLoopback } from './loopback.ts';

/** How a person logs in at a server with a browser. */
export interface LogInOptions extends Pick<LoginClientOptions, 'clientMetadataUrl' | 'registered'> {
  /** Shows a person the address to visit. */
  readonly show: (address: string) => void;
  /** Gives the login up. */
  readonly signal: AbortSignal;
  /** The port of 127.0.0.1 to which the issuer sends the person back; default: any that is free. */
  readonly port?: number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/**
 * Logs a person in at a server that wants a token: the person visits the issuer, which sends them back to this
 * machine (OAuth 2.1 with PKCE; RFC 8252). Rejects with `McpError`, and with the reason of the signal.
 */
export async function logIn(server: string | URL, options: LogInOptions): Promise<Login> {
  const { show, signal, port, now = Date.now, clientMetadataUrl, registered } = options;
  const state = randomBytes(32).toString('base64url');
  const loopback = await openLoopback(state, port);
  try {
    const client = loginClient({
      server,
      redirectUrl: loopback.redirectUrl,
      state,
      now,
      visit(address) {
        show(address.href);
        return abortable(loopback.cameBack, signal);
      },
      ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
      ...(registered && { registered }),
    });
    const environment = await connectEnvironment(
      { url: server },
      { authProvider: client.authProvider, authorized: client.authorized, patienceMs: 0 },
    );
    try {
      // Some servers ask for a token only where tools are listed.
      await environment.listTools(signal);
    } finally {
      await environment.close();
    }
    return client.login() ?? wantsNone(server);
  } catch (thrown) {
    signal.throwIfAborted();
    throw await loginFailure(thrown, server);
  } finally {
    await loopback.close();
  }
}
