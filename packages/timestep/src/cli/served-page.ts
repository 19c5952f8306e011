import { randomBytes } from 'node:crypto';
import type { Protocol } from '../server/index.ts';

/** The page of a server, and where it is. */
export interface ServedPage {
  readonly protocol: Protocol;
  /** The address to open; without keys it has the token of this launch, in the part that is not sent. */
  readonly address: (url: string) => string;
}

/** Opens the page to whoever has a key of the server, or where it has none to whoever has the token. */
export async function servedPage(hasKeys: boolean): Promise<ServedPage> {
  const { pageProtocol, shippedPage } = await import('../page/index.ts');
  if (hasKeys) {
    return {
      protocol: pageProtocol({ access: { kind: 'keys' }, files: shippedPage }),
      address: (url) => `${url}/ui/`,
    };
  }
  const token = randomBytes(24).toString('base64url');
  return {
    protocol: pageProtocol({ access: { kind: 'token', token }, files: shippedPage }),
    address: (url) => `${url}/ui/#token=${token}`,
  };
}
