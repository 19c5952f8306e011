import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface ChatRequest {
  readonly messages: readonly { readonly role: string; readonly content: string | null }[];
}

/** A model provider that streams the first half of an answer, and holds the rest until the test releases it. */
export interface HoldingModel {
  readonly url: string;
  /** How often it was asked. */
  readonly asked: () => number;
  /** Lets the answers end that are held. */
  readonly release: () => void;
  readonly close: () => Promise<void>;
}

export async function startHoldingModel(): Promise<HoldingModel> {
  let asked = 0;
  const held: (() => void)[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      asked += 1;
      const { messages } = JSON.parse(body) as ChatRequest;
      const { role, content } = messages.at(-1) ?? { role: '', content: '' };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if (role === 'user') return sendCall(response, asked, content ?? '');
      sendDelta(response, { content: 'The desk says: ' });
      held.push(() => {
        sendDelta(response, { content: content ?? '' });
        endReply(response, 'stop');
      });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked: () => asked,
    release: () => held.splice(0).forEach((end) => end()),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Calls the tool that the question asks for. */
function sendCall(response: ServerResponse, index: number, question: string): void {
  const name = question.startsWith('Refund') ? 'orders_refund' : 'orders_look_up';
  const called = { name, arguments: JSON.stringify({ order: '4711' }) };
  const call = { index: 0, id: `call_${index}`, type: 'function', function: called };
  sendDelta(response, { tool_calls: [call] });
  endReply(response, 'tool_calls');
}

function sendDelta(response: ServerResponse, delta: object): void {
  send(response, { choices: [{ index: 0, delta: { role: 'assistant', ...delta } }] });
}

function endReply(response: ServerResponse, reason: string): void {
  send(response, { choices: [{ index: 0, delta: {}, finish_reason: reason }] });
  response.end('data: [DONE]\n\n');
}

function send(response: ServerResponse, chunk: object): void {
  const whole = { id: 'one', object: 'chat.completion.chunk', created: 0, model: 'desk', ...chunk };
  response.write(`data: ${JSON.stringify(whole)}\n\n`);
}
