import { isJsonObject, type JsonObject } from '../../core/index.ts';
import type { ServerMessage } from '../../port/index.ts';
import type { Exchange, ExchangeLine } from '../../view/index.ts';

/** Joins messages to requests with their answers, the oldest first. An answer whose request is gone stands alone. */
export function exchangesOf(messages: readonly ServerMessage[]): readonly Exchange[] {
  const exchanges: Exchange[] = [];
  /** Places of requests that have no answer yet. */
  const open = new Map<string, number>();
  for (const one of messages) {
    const { message, isSent, connection } = one;
    const { method, id } = message;
    if (typeof method === 'string') {
      if (id !== undefined) open.set(keyOf(connection, isSent, id), exchanges.length);
      exchanges.push(begun(one, method));
      continue;
    }
    const key = keyOf(connection, !isSent, id);
    const place = open.get(key);
    const request = place === undefined ? undefined : exchanges[place];
    open.delete(key);
    if (place === undefined || !request) exchanges.push(begun(one, 'an answer'));
    else exchanges[place] = answered(request, one);
  }
  return exchanges;
}

/** An exchange without what was sent. */
export function lineOf({
  request: _request,
  response: _response,
  isCut: _isCut,
  ...line
}: Exchange): ExchangeLine {
  return line;
}

function keyOf(connection: number, isSent: boolean, id: unknown): string {
  return JSON.stringify([connection, isSent, id]);
}

function begun(
  { number, at, connection, isSent, message, isCut }: ServerMessage,
  method: string,
): Exchange {
  const subject = subjectOf(message);
  const state = message['id'] === undefined || method === 'an answer' ? 'notice' : 'open';
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

function subjectOf({ params }: JsonObject): string | undefined {
  if (!isJsonObject(params)) return undefined;
  const { name, uri } = params;
  if (typeof name === 'string') return name;
  return typeof uri === 'string' ? uri : undefined;
}

function answered(request: Exchange, { at, message, isCut }: ServerMessage): Exchange {
  const { result } = message;
  // A tool that fails says so in its result.
  const isFailed =
    message['error'] !== undefined || (isJsonObject(result) && result['isError'] === true);
  return {
    ...request,
    state: isFailed ? 'failed' : 'answered',
    tookMs: at - request.at,
    response: message,
    isCut: request.isCut || isCut,
  };
}
