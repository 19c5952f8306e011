import type { Protocol } from '../../serving/server/index.ts';
import type { PageAccess } from './page-access.ts';
import { createPageProtocol, type PageOptions } from './page-protocol.ts';
import { loadShippedPage } from './shipped-page.ts';

/** The protocol that serves the page, and the URL of the page. */
export interface ServedPage {
  /** Value for the `protocols` option of `serve`. */
  readonly protocol: Protocol;
  /**
   * Returns the page URL for a server URL. The access token is in the fragment, which browsers do
   * not send.
   */
  readonly address: (url: string) => string;
}

/** Creates the protocol for the page that is included in the package. */
export function openPage(
  access: PageAccess,
  options: Pick<PageOptions, 'evals' | 'runs' | 'agentFolders' | 'maintenance'> = {},
): ServedPage {
  const fragment = access.kind === 'token' ? `#token=${encodeURIComponent(access.token)}` : '';
  return {
    protocol: createPageProtocol({ ...options, access, files: loadShippedPage }),
    address: (url) => `${url.replace(/\/$/, '')}/ui/${fragment}`,
  };
}
