import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** What a model is asked: its name, the names of its tools, and the role of the last message. */
export interface ModelQuestion {
  readonly model: string;
  readonly tools: readonly string[];
  readonly lastRole: string;
  readonly key: string | undefined;
}

/** A text, or the call of a tool. */
export type ModelAnswer = string | { readonly tool: string; readonly arguments: object };

interface AskedBody {
  readonly model: string;
  readonly messages: readonly { readonly role: string }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** Serves a model provider with the protocol of OpenAI. Returns its base URL. */
export async function serveProvider(
  answer: (question: ModelQuestion) => ModelAnswer | Promise<ModelAnswer>,
  models: readonly string[] = [],
): Promise<string> {
  const server = createServer((request, response) => {
    const reply = async (): Promise<void> => {
      if (request.method === 'GET') {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ object: 'list', data: models.map((id) => ({ id })) }));
        return;
      }
      const { model, messages, tools = [] } = (await json(request)) as AskedBody;
      const said = await answer({
        model,
        tools: tools.map((tool) => tool.function.name),
        lastRole: messages.at(-1)?.role ?? '',
        key: request.headers.authorization,
      });
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${JSON.stringify(createChunk(said))}\n\n`);
      response.end('data: [DONE]\n\n');
    };
    reply().catch((thrown: unknown) => response.destroy(thrown as Error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

function createChunk(said: ModelAnswer): object {
  const calls =
    typeof said === 'string'
      ? undefined
      : [
          {
            index: 0,
            id: `call-${said.tool}`,
            type: 'function',
            function: { name: said.tool, arguments: JSON.stringify(said.arguments) },
          },
        ];
  const delta = calls ? { tool_calls: calls } : { content: said };
  const choices = [{ index: 0, delta, finish_reason: calls ? 'tool_calls' : 'stop' }];
  const usage = { prompt_tokens: 40, completion_tokens: 2, total_tokens: 42 };
  return { id: 'r', object: 'chat.completion.chunk', choices, usage };
}
