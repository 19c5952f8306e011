import type { JsonObject } from '#core';
import { acceptWebSocket, type TextSocket } from '#protocols/http';
import { readCreateRequest } from '../read/create-request.ts';
import { requireBodyFields } from '../read/responses-fields.ts';
import {
  toResponsesError,
  createInvalidValueError,
  buildErrorBody,
  isInternalError,
  ResponsesError,
  createUnsupportedError,
} from '../wire/responses-error.ts';
import { serializeEvents } from '../write/serialize-events.ts';
import type { EndedResponse } from './finish-response.ts';
import { startResponseTurn } from './start-turn.ts';
import { readBody, type AuthenticatedRequest, type ResponsesService } from './responses-service.ts';
import { startStreamedResponse } from './response-run.ts';

/**
 * Serves `GET /v1/responses` as a WebSocket (Open Responses 2026-04-24, WebSocket Transport). Each
 * message `response.create` creates a response; responses run one after the other.
 */
export function upgradeToSocket(service: ResponsesService, asked: AuthenticatedRequest): Response {
  return acceptWebSocket((socket) => serveSocket(service, asked, socket));
}

async function serveSocket(
  service: ResponsesService,
  asked: AuthenticatedRequest,
  socket: TextSocket,
): Promise<void> {
  const texts = socket.texts[Symbol.asyncIterator]();
  const over = Promise.withResolvers<'over'>();
  const limit = setTimeout(() => over.resolve('over'), service.socketMs);
  limit.unref();
  let held: EndedResponse | undefined;
  try {
    for (;;) {
      const next = await Promise.race([over.promise, texts.next()]);
      if (next === 'over')
        return await socket.send(formatSocketError(createConnectionLimitError(service.socketMs)));
      if (next.done) return;
      held = await answerAndUpdateHeldResponse(service, asked, socket, next.value, held);
    }
  } finally {
    clearTimeout(limit);
  }
}

/**
 * Answers a WebSocket message. Returns the response that the connection keeps for the next message: the
 * newest one, if it was requested with `store: false`.
 */
async function answerAndUpdateHeldResponse(
  service: ResponsesService,
  asked: AuthenticatedRequest,
  socket: TextSocket,
  text: string,
  held: EndedResponse | undefined,
): Promise<EndedResponse | undefined> {
  let previous: string | null = null;
  try {
    const wanted = readCreateRequest(await readCreateMessage(service, text));
    previous = wanted.echo.previous_response_id;
    const begun = await startResponseTurn(service, { ...asked, wanted, held });
    let ended: EndedResponse | undefined;
    const run = await startStreamedResponse(service, begun, socket.signal, (end) => {
      ended = end;
    });
    for await (const event of serializeEvents(run.events)) await socket.send(event.text);
    const { status } = await run.ended;
    return selectResponseToKeep(held, previous, status === 'failed' ? undefined : ended);
  } catch (thrown) {
    if (isInternalError(thrown)) service.onError(thrown);
    await socket.send(formatSocketError(toResponsesError(thrown)));
    return selectResponseToKeep(held, previous, undefined);
  }
}

/**
 * Returns the ended response for the connection to keep, if it is not stored on the server. A failed turn
 * removes the response that it continued.
 */
function selectResponseToKeep(
  held: EndedResponse | undefined,
  previous: string | null,
  ended: EndedResponse | undefined,
): EndedResponse | undefined {
  if (!ended) return held?.record.response.id === previous ? undefined : held;
  if (ended.record.response.store) return undefined;
  // The erased task counts as canceled, because a waiting task would let the next message answer it.
  return { ...ended, task: { ...ended.task, state: 'canceled' } };
}

/** Reads a message with the same limits as an HTTP body. */
async function readCreateMessage(service: ResponsesService, text: string): Promise<JsonObject> {
  const message = new Request(PLACEHOLDER_URL, { method: 'POST', body: text });
  const body = requireBodyFields(await readBody(service, message)).object;
  const { type, stream: _stream, stream_options: _options, ...rest } = body;
  if (type !== 'response.create')
    throw createInvalidValueError('type', 'must be "response.create"');
  if (rest['background'] === true) {
    throw createUnsupportedError(
      'background',
      'responses on a WebSocket end with the connection: create a background response over HTTP',
    );
  }
  return rest;
}

const PLACEHOLDER_URL = 'http://localhost/v1/responses';

function createConnectionLimitError(socketMs: number): ResponsesError {
  const minutes = Math.round(socketMs / 60_000);
  const message = `the connection has reached its limit of ${minutes} minutes: open a new connection to continue`;
  return new ResponsesError(400, 'websocket_connection_limit_reached', message);
}

/** Formats an error event, with the fields both flat and nested, because clients look in different places. */
function formatSocketError(error: ResponsesError): string {
  const { status, code, message, param } = error;
  return JSON.stringify({ type: 'error', status, code, message, param, ...buildErrorBody(error) });
}
