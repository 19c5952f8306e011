import { explainNetworkFailure } from './network-failure.ts';
import { openProxyConnections } from './proxy-connections.ts';
import { readProxySettings } from './proxy-settings.ts';

/**
 * Sends a request as `fetch` does, through the proxies that the environment names, and without a
 * time limit other than `signal`. A given dispatcher is used without proxies. Rejects as `fetch` does; if a proxy or a certificate is the
 * reason, the cause is a `NetworkError`.
 */
export async function networkFetch(
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const settings = readProxySettings(process.env);
  try {
    if (init?.dispatcher) return await fetch(input, init);
    if (settings === undefined) return await fetch(input, { ...init, dispatcher: PATIENT });
    const { fetchDispatcher } = await openProxyConnections(settings);
    return await fetch(input, { ...init, dispatcher: toNodeDispatcher(fetchDispatcher) });
  } catch (thrown) {
    const url = URL.parse(input instanceof Request ? input.url : String(input));
    if (url === null) throw thrown;
    const cause = explainNetworkFailure(thrown, url, settings);
    throw cause ? new TypeError('fetch failed', { cause }) : thrown;
  }
}

type NodeDispatcher = NonNullable<RequestInit['dispatcher']>;

/**
 * Converts a dispatcher to the type that Node's `fetch` declares, which is that of an older, compatible release.
 */
function toNodeDispatcher(dispatcher: object): NodeDispatcher {
  return dispatcher as NodeDispatcher;
}

/** Symbol under which Node stores the dispatcher of `fetch`, from the first request on. */
const GLOBAL_DISPATCHER: unique symbol = Symbol.for('undici.globalDispatcher.1');

type GlobalWithDispatcher = typeof globalThis & { readonly [GLOBAL_DISPATCHER]: NodeDispatcher };

/** Sends a request like `fetch`, but without its time limits of 300 s between two packets. */
const PATIENT = toNodeDispatcher({
  dispatch(...[options, handler]: Parameters<NodeDispatcher['dispatch']>): boolean {
    const { [GLOBAL_DISPATCHER]: dispatcher } = globalThis as GlobalWithDispatcher;
    return dispatcher.dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler);
  },
});
