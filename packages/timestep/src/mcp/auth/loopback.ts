import { listen } from '../../http/index.ts';

/** A local HTTP server to which the issuer redirects the user's browser (RFC 8252, section 7.3). */
export interface Loopback {
  readonly redirectUrl: string;
  /** Resolves to the query of the redirect when the user returns with the state of this login. */
  readonly cameBack: Promise<URLSearchParams>;
  close(): Promise<void>;
}

const PATH = '/callback';
const PAGE = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/**
 * Listens on 127.0.0.1 for the one redirect that has this state. Other requests are rejected and do
 * not end the wait.
 */
export async function openLoopback(state: string, port = 0): Promise<Loopback> {
  const back = Promise.withResolvers<URLSearchParams>();
  let isDone = false;
  let host = '';
  const listening = await listen(
    ({ method, url, headers }) => {
      const { pathname, searchParams } = new URL(url);
      if (headers.get('host') !== host) return page(403, 'This name is not served here.');
      if (pathname !== PATH || method !== 'GET') return page(404, 'There is nothing here.');
      if (isDone || searchParams.get('state') !== state) {
        return page(400, 'No login waits for this answer: begin again in the terminal.');
      }
      isDone = true;
      back.resolve(searchParams);
      return page(
        200,
        'Back at Timestep: the terminal says what came of it. This window may be closed.',
      );
    },
    { port },
  );
  ({ host } = new URL(listening.url));
  return {
    redirectUrl: `${listening.url}${PATH}`,
    cameBack: back.promise,
    close: () => listening.close(1000),
  };
}

function page(status: number, text: string): Response {
  return new Response(`${text}\n`, { status, headers: PAGE });
}
