import { isJsonObject, type JsonObject } from '#core';
import type { ServerMessage } from '#engine/port';
import type { Exchange, ExchangeListItem } from '#people/view';

/** Pairs each JSON-RPC request with its response. A response without a request is listed alone. */
export function toExchanges(messages: readonly ServerMessage[]): readonly Exchange[] {
  const exchanges: Exchange[] = [];
  /** Indexes in `exchanges` of requests that have no response yet, by request key. */
  const open = new Map<string, number>();
  for (const one of messages) {
    const { message, isSent, connection } = one;
    const { method, id } = message;
    if (typeof method === 'string') {
      if (id !== undefined) open.set(createRequestKey(connection, isSent, id), exchanges.length);
      exchanges.push(createExchange(one, method));
      continue;
    }
    const key = createRequestKey(connection, !isSent, id);
    const place = open.get(key);
    const request = place === undefined ? undefined : exchanges[place];
    open.delete(key);
    if (place === undefined || !request) exchanges.push(createExchange(one, '(response)'));
    else exchanges[place] = addResponseToExchange(request, one);
  }
  return exchanges;
}

export function toExchangeListItem({
  request: _request,
  response: _response,
  isCut: _isCut,
  ...line
}: Exchange): ExchangeListItem {
  return line;
}

function createRequestKey(connection: number, isSent: boolean, id: unknown): string {
  return JSON.stringify([connection, isSent, id]);
}

function createExchange(
  { number, at, connection, isSent, message, isCut }: ServerMessage,
  method: string,
): Exchange {
  const subject = findNameOrUriParam(message);
  const state = message['id'] === undefined || method === '(response)' ? 'notice' : 'open';
  return {
    number,
    at,
    connection,
    method,
    ...(subject !== undefined && { subject }),
    isSent,
    state,
    request: message,
    isCut,
  };
}

function findNameOrUriParam({ params }: JsonObject): string | undefined {
  if (!isJsonObject(params)) return undefined;
  const { name, uri } = params;
  if (typeof name === 'string') return name;
  return typeof uri === 'string' ? uri : undefined;
}

function addResponseToExchange(
  exchange: Exchange,
  { at, message, isCut }: ServerMessage,
): Exchange {
  const { result } = message;
  // Whether a response is a failure. A failed MCP tool reports it in its result, not as an error.
  const isFailed =
    message['error'] !== undefined || (isJsonObject(result) && result['isError'] === true);
  return {
    ...exchange,
    state: isFailed ? 'failed' : 'answered',
    tookMs: at - exchange.at,
    response: message,
    isCut: exchange.isCut || isCut,
  };
}
