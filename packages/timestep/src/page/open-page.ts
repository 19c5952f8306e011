import type { Protocol } from '../server/index.ts';
import type { PageAccess } from './page-access.ts';
import { pageProtocol, type PageOptions } from './page-protocol.ts';
import { shippedPage } from './shipped-page.ts';

/** The page of a server, and where it is. */
export interface ServedPage {
  /** For the `protocols` of `serve`. */
  readonly protocol: Protocol;
  /**
   * The address to open, by that of the server. A token is in its fragment, which browsers send to no server.
   */
  readonly address: (url: string) => string;
}

/** The page that is shipped with the package, for those who may use it. */
export function openPage(
  access: PageAccess,
  options: Pick<PageOptions, 'evals' | 'runs' | 'places' | 'upkeep'> = {},
): ServedPage {
  const fragment = access.kind === 'token' ? `#token=${encodeURIComponent(access.token)}` : '';
  return {
    protocol: pageProtocol({ ...options, access, files: shippedPage }),
    address: (url) => `${url.replace(/\/$/, '')}/ui/${fragment}`,
  };
}
