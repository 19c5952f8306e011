import { listen } from '#protocols/http';

/** A local HTTP server that receives the issuer's redirect of the user's browser (RFC 8252, section 7.3). */
export interface Loopback {
  readonly redirectUrl: string;
  /** Resolves when the browser returns with the state of this login. */
  readonly redirectQuery: Promise<URLSearchParams>;
  close(): Promise<void>;
}

const NO_LOGIN = 'No login is waiting for this response: start again in the terminal.';
const DONE =
  'Back at Timestep: the terminal shows the result of the login. You can close this window.';
const PATH = '/callback';
const PAGE = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** Listens on 127.0.0.1. Requests with another state are rejected and do not end the wait. */
export async function listenForLoginRedirect(state: string, port = 0): Promise<Loopback> {
  const back = Promise.withResolvers<URLSearchParams>();
  let isDone = false;
  let host = '';
  const listening = await listen(
    ({ method, url, headers }) => {
      const { pathname, searchParams } = new URL(url);
      if (headers.get('host') !== host)
        return createTextResponse(403, 'This host name is not served here.');
      if (pathname !== PATH || method !== 'GET')
        return createTextResponse(404, 'There is nothing here.');
      if (isDone || searchParams.get('state') !== state) {
        return createTextResponse(400, NO_LOGIN);
      }
      isDone = true;
      back.resolve(searchParams);
      return createTextResponse(200, DONE);
    },
    { port },
  );
  ({ host } = new URL(listening.url));
  return {
    redirectUrl: `${listening.url}${PATH}`,
    redirectQuery: back.promise,
    close: () => listening.close(1000),
  };
}

function createTextResponse(status: number, text: string): Response {
  return new Response(`${text}\n`, { status, headers: PAGE });
}
