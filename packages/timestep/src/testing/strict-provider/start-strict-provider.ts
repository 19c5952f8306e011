import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChatDialectName } from './chat/dialects.ts';
import type { Refusal } from './refusal.ts';
import { answerRequest, type AnswerRules, type StrictRequest } from './server/answer-request.ts';
import type { StrictReply } from './server/strict-reply.ts';

/** Options of the strict provider, a fake model server for tests that refuses what real ones refuse. */
export interface StrictProviderOptions {
  /**
   * Creates the reply of the model. Default: the last user message, followed by the tool results
   * after it.
   */
  readonly reply?: (request: StrictRequest) => StrictReply;
  /** Name of the server that is imitated for Chat Completions. Default: `openai`. */
  readonly dialect?: ChatDialectName;
  /** Context window in tokens: longer requests are refused. Default: none. */
  readonly window?: number;
  /**
   * Refuses requests that a real provider would accept, for example all requests with a certain
   * text. Undefined: not refused.
   */
  readonly refuse?: (request: StrictRequest) => Refusal | undefined;
}

/** An HTTP server on 127.0.0.1 that refuses the same requests as real model providers. */
export interface StrictProvider {
  /** Base URL without a path. Request paths may have any prefix, such as `/v1`. */
  readonly url: string;
  /** Requests received so far, accepted or refused, without requests whose body could not be parsed. */
  readonly requests: readonly StrictRequest[];
  close(): Promise<void>;
}

/**
 * Starts a model provider for tests on a free port of 127.0.0.1. It speaks Anthropic Messages, OpenAI
 * Chat Completions and Responses, Gemini and Bedrock Converse, streamed or not, and refuses what the
 * real providers refuse, with their status and error body.
 */
export async function startStrictProvider(
  options: StrictProviderOptions = {},
): Promise<StrictProvider> {
  const { reply = createEchoReply, dialect = 'openai', window, refuse = () => undefined } = options;
  const requests: StrictRequest[] = [];
  const rules = { reply, dialect, window, refuse };
  const server = createServer((incoming, response) => {
    answerHttpRequest(incoming, response, rules, requests).catch((thrown: unknown) => {
      response.destroy(thrown instanceof Error ? thrown : new Error(String(thrown)));
    });
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

async function answerHttpRequest(
  incoming: IncomingMessage,
  response: ServerResponse,
  rules: AnswerRules,
  requests: StrictRequest[],
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
  );
  const { url = '' } = incoming;
  const { status, type, pieces, request } = answerRequest(
    url,
    headers,
    Buffer.concat(chunks),
    rules,
  );
  if (request) requests.push(request);
  response.writeHead(status, { 'content-type': type });
  for (const piece of pieces) response.write(piece);
  response.end();
}

function createEchoReply({ question, results }: StrictRequest): StrictReply {
  return { text: [question, ...results].join('\n') };
}
