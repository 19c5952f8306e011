import { isJsonObject, type JsonObject } from '../../core/index.ts';
import { upgradeResponse, type TextSocket } from '../../http/index.ts';
import { readRequest } from '../read/request.ts';
import {
  asResponsesError,
  invalidValue,
  errorBody,
  isDefect,
  ResponsesError,
  unsupported,
  wrongType,
} from '../wire/responses-error.ts';
import { numberedTexts } from '../write/sse.ts';
import { beginTurn, type HeldResponse } from './begun-turn.ts';
import { readBody } from './read-body.ts';
import { beginRead } from './response-run.ts';
import type { Asked, Service } from './service.ts';

/**
 * `GET /v1/responses` as a WebSocket (Open Responses 2026-04-24, WebSocket Transport): one response after the
 * other, each from a text with `type: response.create`, answered by the events of a stream.
 */
export function openTalk(service: Service, asked: Asked): Response {
  return upgradeResponse((socket) => talk(service, asked, socket));
}

async function talk(service: Service, asked: Asked, socket: TextSocket): Promise<void> {
  const texts = socket.texts[Symbol.asyncIterator]();
  const over = Promise.withResolvers<'over'>();
  const limit = setTimeout(() => over.resolve('over'), service.socketMs);
  limit.unref();
  let held: HeldResponse | undefined;
  try {
    for (;;) {
      const next = await Promise.race([over.promise, texts.next()]);
      if (next === 'over') return await socket.send(textOfError(tooOld(service.socketMs)));
      if (next.done) return;
      held = await answered(service, { asked, socket, held }, next.value);
    }
  } finally {
    clearTimeout(limit);
  }
}

/** A connection between two of its responses. */
interface Connection {
  readonly asked: Asked;
  readonly socket: TextSocket;
  /** The last response, where nothing else keeps it. */
  readonly held: HeldResponse | undefined;
}

/** Answers one text; returns what the connection holds then. */
async function answered(
  service: Service,
  connection: Connection,
  text: string,
): Promise<HeldResponse | undefined> {
  const { asked, socket, held } = connection;
  let previous: string | null = null;
  try {
    const wanted = readRequest(await creationIn(service, text));
    previous = wanted.echo.previous_response_id;
    const begun = await beginTurn(service, { ...asked, wanted, held });
    let ended: HeldResponse | undefined;
    const run = await beginRead(service, {
      ...begun,
      signal: socket.signal,
      onEnd: (end) => {
        ended = end;
      },
    });
    for await (const event of numberedTexts(run.events)) await socket.send(event.text);
    const { status } = await run.ended;
    return heldAfter(held, previous, status === 'failed' ? undefined : ended);
  } catch (thrown) {
    if (isDefect(thrown)) service.onError(thrown);
    await socket.send(textOfError(asResponsesError(thrown)));
    return heldAfter(held, previous, undefined);
  }
}

/**
 * What a connection holds after a response: that one, where nothing else keeps it. One that failed takes the
 * one it continued along.
 */
function heldAfter(
  held: HeldResponse | undefined,
  previous: string | null,
  ended: HeldResponse | undefined,
): HeldResponse | undefined {
  if (!ended) return held?.record.response.id === previous ? undefined : held;
  if (ended.record.response.store) return undefined;
  // The task is gone, so it waits for nothing.
  return { ...ended, task: { ...ended.task, state: 'canceled' } };
}

/** The body of a request to create a response, read within the bounds of any body. */
async function creationIn(service: Service, text: string): Promise<JsonObject> {
  const body = await readBody(service, new Request(PLACE, { method: 'POST', body: text }));
  if (!isJsonObject(body)) throw wrongType('body', 'an object', body);
  const { type, stream: _stream, stream_options: _options, ...rest } = body;
  if (type !== 'response.create') throw invalidValue('type', 'must be "response.create"');
  if (rest['background'] === true) {
    throw unsupported('background', 'responses on a WebSocket go with it; create it over HTTP');
  }
  return rest;
}

/** Nothing is sent there. */
const PLACE = 'http://localhost/v1/responses';

function tooOld(socketMs: number): ResponsesError {
  const minutes = Math.round(socketMs / 60_000);
  const message = `a connection lasts ${minutes} minutes: open another one and continue there`;
  return new ResponsesError(400, 'websocket_connection_limit_reached', message);
}

/** An error as this transport tells it, and flat as well, because readers look in different places. */
function textOfError(error: ResponsesError): string {
  const { status, code, message, param } = error;
  return JSON.stringify({ type: 'error', status, code, message, param, ...errorBody(error) });
}
