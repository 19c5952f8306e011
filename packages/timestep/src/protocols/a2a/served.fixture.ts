import { getText, type JsonObject, type JsonValue } from '#core';
import { functionEnvironment, type ToolSet } from '#engine/tools';
import type { AgentFn, Runner } from '#engine/port';
import { createMemoryRunner } from '#engine/runner';
import type { PushService } from './push/push-service.ts';
import { createA2AHandler, type A2AHandlerOptions } from './server/a2a-handler.ts';

export interface Setting extends Partial<Omit<A2AHandlerOptions, 'runner'>> {
  readonly agentFn?: AgentFn;
  readonly toolSite?: 'client' | 'server';
  readonly tools?: ToolSet;
  readonly systemPrompt?: string;
  /** Creates the push notification service for the runner. */
  readonly pushOn?: (runner: Runner) => PushService;
}

export interface Served {
  readonly runner: Runner;
  /** Sends a request to the handler. Responds with 404 if the request is not an A2A request. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** Makes a JSON-RPC call and returns the whole response. */
  readonly rpc: (method: string, params: unknown, version?: string) => Promise<JsonObject>;
  /** Makes a streaming JSON-RPC call and returns the results of all events. */
  readonly stream: (method: string, params: unknown, version?: string) => Promise<JsonObject[]>;
}

export const ORIGIN = 'http://agents.example';

/** Serves an agent with a memory runner and an A2A handler, without a socket. */
export function serve(setting: Setting = {}): Served {
  const {
    agentFn = echo,
    toolSite = 'client',
    tools = {},
    systemPrompt,
    pushOn,
    ...options
  } = setting;
  const environment = functionEnvironment(tools, systemPrompt);
  const runner = createMemoryRunner({
    agents: [
      {
        name: 'subject',
        agent: agentFn,
        toolSite,
        limits: { max_steps: 30, time_limit_s: 60 },
        environment: () => environment,
      },
    ],
  });
  const agent = { name: 'subject', description: 'Under test.', version: '1.0.0' };
  const push = pushOn?.(runner);
  const handler = createA2AHandler({ runner, agent, ...options, ...(push && { push }) });
  const basePath = (options.basePath ?? '').replace(/\/$/, '');

  async function fetch(url: string, init?: RequestInit): Promise<Response> {
    return (await handler(new Request(url, init))) ?? new Response(null, { status: 404 });
  }

  function post(method: string, params: unknown, version?: string): Promise<Response> {
    return fetch(`${ORIGIN}${basePath}/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(version !== undefined && { 'a2a-version': version }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 'r1', method, params }),
    });
  }

  return {
    runner,
    fetch,
    rpc: async (method, params, version) =>
      (await (await post(method, params, version)).json()) as JsonObject,
    stream: async (method, params, version) => {
      const text = await (await post(method, params, version)).text();
      return sseIn(text).map(({ data }) => (data as { result: JsonObject }).result);
    },
  };
}

/** Parses the events of a finished stream. */
export function sseIn(
  text: string,
): { readonly id: string | undefined; readonly data: JsonValue }[] {
  return text
    .split('\n\n')
    .filter((event) => event.includes('data: '))
    .map((event) => ({
      id: /^id: (.*)$/m.exec(event)?.[1],
      data: JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? 'null') as JsonValue,
    }));
}

/** Reads a stream until it contains a text. `rest` reads the stream to its end. */
export async function readUntil(
  response: Response,
  sought: string,
): Promise<{ readonly rest: () => Promise<string>; readonly leave: () => Promise<void> }> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  async function readWhile(isWanted: () => boolean): Promise<void> {
    while (isWanted()) {
      const { done, value } = await reader.read();
      text += decoder.decode(value, { stream: true });
      if (done) return;
    }
  }
  await readWhile(() => !text.includes(sought));
  return {
    leave: () => reader.cancel(),
    rest: async () => {
      await readWhile(() => true);
      return text;
    },
  };
}

/** Creates a 1.0 message. */
export function message(text: string, messageId = 'm1', more: JsonObject = {}): JsonObject {
  return { message: { messageId, role: 'ROLE_USER', parts: [{ text }], ...more } };
}

/** Creates a 0.3 message. */
export function message03(text: string, messageId = 'm1', more: JsonObject = {}): JsonObject {
  const parts = [{ kind: 'text', text }];
  return { message: { kind: 'message', messageId, role: 'user', parts, ...more } };
}

const echo: AgentFn = (messages) => ({
  role: 'assistant',
  content: `heard ${messages.slice(-1).map(getText).join('')}`,
});

/** An agent that calls the weather tool for Oakland, then repeats the tool's result. */
export const weather: AgentFn = (messages) => {
  const told = messages.findLast(({ role }) => role === 'tool');
  if (told?.role === 'tool') return { role: 'assistant', content: told.content };
  return {
    role: 'assistant',
    content: '',
    tool_calls: [
      {
        id: 'call_abc123',
        type: 'function',
        function: { name: 'get_weather', arguments: '{"location": "Oakland"}' },
      },
    ],
  };
};

/**
 * Creates an agent that answers when `release` is called. `asked` and `aborted` resolve when the
 * agent is called and aborted.
 */
export function gated(): {
  readonly agentFn: AgentFn;
  readonly asked: Promise<void>;
  readonly release: (text: string) => void;
  readonly aborted: Promise<void>;
} {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<string>();
  const aborted = Promise.withResolvers<void>();
  return {
    agentFn: async (_messages, { signal }) => {
      signal.addEventListener('abort', () => aborted.resolve());
      asked.resolve();
      return { role: 'assistant', content: await answer.promise };
    },
    asked: asked.promise,
    release: answer.resolve,
    aborted: aborted.promise,
  };
}
