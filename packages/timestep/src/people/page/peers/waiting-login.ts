import { randomBytes } from 'node:crypto';
import type { PeerLogin } from './mcp-peer.ts';

/** A login that waits until the user returns from the issuer. */
export interface WaitingLogin {
  readonly state: string;
  readonly back: PromiseWithResolvers<URLSearchParams>;
  /** URL of the issuer's login page; undefined until the user is sent there. */
  address?: URL;
  isOver: boolean;
}

export function createWaitingLogin(): WaitingLogin {
  const back = Promise.withResolvers<URLSearchParams>();
  // Prevents an unhandled rejection. The connection that waits for the login reports the error.
  back.promise.catch(() => undefined);
  return { state: randomBytes(32).toString('base64url'), back, isOver: false };
}

/** Describes a waiting login for the OAuth client. `onVisit` is called when the user is sent to the login page. */
export function toPeerLogin(
  login: WaitingLogin,
  redirectUrl: string,
  onVisit: () => void,
): PeerLogin {
  return {
    redirectUrl,
    state: login.state,
    visit(address) {
      login.address = address;
      onVisit();
      return login.back.promise;
    },
  };
}
