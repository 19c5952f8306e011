import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject, JsonValue, Message } from '#core';
import type { Clock } from '#engine/port';
import type { ToolSet } from '#engine/tools';

interface WireRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  readonly body: JsonObject;
}

/** A server on 127.0.0.1 that records the requests it receives. */
export interface WireServer {
  readonly url: string;
  readonly requests: readonly WireRequest[];
  close(): Promise<void>;
}

export type Answer = (
  request: WireRequest,
  response: ServerResponse,
  nth: number,
) => void | Promise<void>;

export async function startWireServer(answer: Answer): Promise<WireServer> {
  const requests: WireRequest[] = [];
  const server = createServer((incoming, response) => {
    void (async () => {
      let text = '';
      for await (const chunk of incoming.setEncoding('utf8')) text += String(chunk);
      const { url: path = '', headers } = incoming;
      const body = text.startsWith('{') ? (JSON.parse(text) as JsonObject) : {};
      const request = { path, headers, text, body };
      requests.push(request);
      await answer(request, response, requests.length);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Creates a handler that forwards every request to another server. */
export function forwardTo(url: string): Answer {
  return async (request, response) => {
    const answer = await fetch(`${url}${request.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: request.text,
    });
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'application/json',
    });
    response.end(Buffer.from(await answer.arrayBuffer()));
  };
}

export function sendJson(
  response: ServerResponse,
  body: JsonValue,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/**
 * Sends server-sent events. `end` selects what follows: `[DONE]` and the end of the response, only
 * the end, or nothing.
 */
export function sendEvents(
  response: ServerResponse,
  events: readonly JsonValue[],
  end: 'done' | 'close' | 'open' = 'close',
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
  if (end === 'done') response.write('data: [DONE]\n\n');
  if (end !== 'open') response.end();
}

/** Creates one chunk of a chat completion stream. */
export function createChatChunk(
  delta: JsonObject,
  finish_reason: string | null = null,
): JsonObject {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason }],
  };
}

/** Creates a complete chat completion with a text. */
export function createChatCompletion(content: string): JsonObject {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
  };
}

export const question: readonly Message[] = [
  { role: 'system', content: 'You are a weather assistant.' },
  { role: 'user', content: "What's the weather in Oakland?" },
];

export const weatherTools: ToolSet = {
  get_weather: {
    description: 'The weather of a place.',
    parameters: {
      type: 'object',
      properties: { location: { type: 'string' } },
      required: ['location'],
    },
    execute: ({ location }) => `sunny in ${location as string}`,
  },
};

const LONGEST_PAUSE_MS = 4000;

/** A clock on which pauses between attempts are short, and limits of time are not. */
export const briskClock: Clock = {
  now: () => Date.now(),
  schedule(delayMs, run) {
    const timer = setTimeout(run, delayMs > LONGEST_PAUSE_MS ? delayMs : delayMs / 100);
    return () => clearTimeout(timer);
  },
};
