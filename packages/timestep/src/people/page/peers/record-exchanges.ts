import { createMask, isJsonObject, type JsonObject, type JsonValue, type Mask } from '#core';
import type { PeerExchange, PeerExchangeItem, PeerMessage } from '#people/view';
import { listSecretsOfTokenResponse, maskBody, maskHeaders, maskUrl } from './mask-message.ts';
import { appendToStoredBody, readBodies, type StoredBody } from './read-bodies.ts';

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** A stored exchange, with its secrets. */
export interface StoredExchange {
  readonly number: number;
  readonly at: number;
  readonly method: string;
  readonly url: string;
  readonly request: { readonly headers: Headers; readonly body: StoredBody };
  response?: { readonly status: number; readonly headers: Headers; readonly body: StoredBody };
  endedAt?: number;
  why?: string;
}

/** Records the requests and responses of one connection. */
export interface ExchangeRecorder {
  readonly fetch: Fetch;
  readonly stored: () => readonly StoredExchange[];
  readonly list: () => readonly PeerExchangeItem[];
  readonly find: (number: number) => PeerExchange | undefined;
  readonly mask: Mask;
}

interface RecorderOptions {
  readonly fetch: Fetch;
  readonly now: () => number;
  /** Secret values, which are masked wherever they occur in a recorded message. */
  readonly secrets: readonly string[];
  readonly getPurpose: (exchange: StoredExchange) => PeerExchange['purpose'];
}

const MOST_EXCHANGES = 200;

/** Wraps `fetch` so that requests and responses of one connection are stored. */
export function createExchangeRecorder(options: RecorderOptions): ExchangeRecorder {
  const { fetch, now, getPurpose } = options;
  const stored: StoredExchange[] = [];
  const secrets = new Set(options.secrets.flatMap((secret) => [secret, ...secret.split(' ')]));
  let number = 0;

  function rememberSecretsOfExchange(exchange: StoredExchange): void {
    if (getPurpose(exchange) !== 'login' || !exchange.response) return;
    for (const body of readMessageBodies(exchange.response)) {
      for (const secret of listSecretsOfTokenResponse(body)) secrets.add(secret);
    }
  }

  async function fetchAndStore(url: string | URL, init: RequestInit = {}): Promise<Response> {
    number += 1;
    const sent = { text: '', isCut: false };
    appendToStoredBody(sent, requestBodyToText(init.body));
    const exchange: StoredExchange = {
      number,
      at: now(),
      method: init.method ?? 'GET',
      url: String(url),
      request: { headers: new Headers(init.headers), body: sent },
    };
    stored.push(exchange);
    if (stored.length > MOST_EXCHANGES) stored.shift();
    const end = (): void => {
      exchange.endedAt ??= now();
      rememberSecretsOfExchange(exchange);
    };
    try {
      const response = await fetch(url, init);
      const body = { text: '', isCut: false };
      exchange.response = { status: response.status, headers: response.headers, body };
      return storeWhileRead(response, body, end);
    } catch (thrown) {
      exchange.why = describeFetchFailure(thrown);
      end();
      throw thrown;
    }
  }

  const createCurrentMask = (): Mask => createMask(secrets);

  return {
    fetch: fetchAndStore,
    stored: () => stored,
    list() {
      const mask = createCurrentMask();
      return stored.map((one) => exchangeToItem(one, getPurpose(one), mask));
    },
    find(wanted) {
      const found = stored.find((one) => one.number === wanted);
      return found && toExchange(found, getPurpose(found), createCurrentMask());
    },
    mask: (text) => createCurrentMask()(text),
  };
}

function storeWhileRead(response: Response, stored: StoredBody, end: () => void): Response {
  if (response.body === null) {
    end();
    return response;
  }
  const decoder = new TextDecoder();
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  const passed = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          end();
          controller.close();
          return;
        }
        appendToStoredBody(stored, decoder.decode(value, { stream: true }));
        controller.enqueue(value);
      } catch (thrown) {
        end();
        controller.error(thrown);
      }
    },
    async cancel(reason) {
      end();
      await reader.cancel(reason);
    },
  });
  const { status, statusText, headers, url } = response;
  const copy = new Response(passed, { status, statusText, headers });
  Object.defineProperty(copy, 'url', { value: url });
  return copy;
}

function requestBodyToText(body: RequestInit['body']): string {
  if (typeof body === 'string') return body;
  return body instanceof URLSearchParams ? body.toString() : '';
}

function describeFetchFailure(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return thrown.cause instanceof Error ? thrown.cause.message : thrown.message;
}

/** Returns the JSON values in the body of a request or a response. The body is parsed once. */
export function readMessageBodies({
  headers,
  body,
}: {
  readonly headers: Headers;
  readonly body: StoredBody;
}): readonly JsonValue[] {
  body.parsed ??= readBodies(body.text, headers.get('content-type') ?? '');
  return body.parsed;
}

function exchangeToItem(
  exchange: StoredExchange,
  purpose: PeerExchange['purpose'],
  mask: Mask,
): PeerExchangeItem {
  const { number, at, method, url, request, response, endedAt, why } = exchange;
  const rpc = readMessageBodies(request).find(isJsonObject);
  const subject = rpc && findNameOrUri(rpc);
  const answers = response ? readMessageBodies(response) : [];
  const hasRpcError = answers.some((one) => isJsonObject(one) && isJsonObject(one['error']));
  return {
    number,
    at,
    purpose,
    method,
    url: maskUrl(url, mask),
    ...(typeof rpc?.['method'] === 'string' && { rpc: rpc['method'] }),
    ...(subject !== undefined && { subject: mask(subject) }),
    ...(response && { status: response.status }),
    isOpen: endedAt === undefined,
    isFailed: why !== undefined || (response?.status ?? 0) >= 400 || hasRpcError,
    ...(endedAt !== undefined && { tookMs: endedAt - at }),
  };
}

function findNameOrUri({ params }: JsonObject): string | undefined {
  if (!isJsonObject(params)) return undefined;
  return [params['name'], params['uri']].find((one) => typeof one === 'string');
}

function toExchange(
  exchange: StoredExchange,
  purpose: PeerExchange['purpose'],
  mask: Mask,
): PeerExchange {
  const { request, response, why } = exchange;
  const toMessage = (side: typeof request): PeerMessage => ({
    headers: maskHeaders(side.headers, mask),
    bodies: readMessageBodies(side).map((body) => maskBody(body, mask, purpose === 'login')),
    isCut: side.body.isCut,
  });
  return {
    ...exchangeToItem(exchange, purpose, mask),
    request: toMessage(request),
    ...(response && { response: toMessage(response) }),
    ...(why !== undefined && { why: mask(why) }),
  };
}
