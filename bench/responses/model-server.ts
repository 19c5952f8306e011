import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';

/**
 * Starts a Chat Completions model that repeats its messages, at once or as a stream of two events.
 */
export async function startModel(): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      sendJson(response, {
        object: 'list',
        data: [{ id: 'echo', object: 'model', created: 0, owned_by: 'bench' }],
      });
      return;
    }
    void textOf(request).then((body) => sendAnswer(JSON.parse(body) as Asked, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}/v1`, close };
}

interface Asked {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly { readonly content: string | readonly { readonly text: string }[] }[];
}

function sendAnswer({ model, stream = false, messages }: Asked, response: ServerResponse): void {
  const said = messages.at(-1)?.content ?? '';
  const content = typeof said === 'string' ? said : said.map(({ text }) => text).join('');
  const head = { id: 'chatcmpl-1', created: 0, model };
  const usage = { prompt_tokens: 3, completion_tokens: 3, total_tokens: 6 };
  const message = { role: 'assistant', content };
  if (!stream) {
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    sendJson(response, { ...head, object: 'chat.completion', choices, usage });
    return;
  }
  const chunk = { ...head, object: 'chat.completion.chunk' };
  const events = [
    { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage },
  ];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(
    `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`,
  );
}

function sendJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
