import type { AssistantMessage, JsonObject, JsonValue, Limits, Message } from '#core';
import { functionEnvironment, type ToolSet } from '#engine/tools';
import type { AgentContext, AgentFn, Runner, ServedAgent, ToolEnvironment } from '#engine/port';
import { createMemoryRunner } from '#engine/runner';
import { createManualClock, type ManualClock } from '#testing';
import { createResponsesHandler, type ResponsesOptions } from './index.ts';
import { readStream, type WireEvent } from './wire-check.fixture.ts';

/** What a scripted agent was shown at one step. */
export interface Seen {
  readonly messages: readonly Message[];
  readonly context: AgentContext;
}

export type Reply =
  | AssistantMessage
  | ((seen: Seen) => AssistantMessage | Promise<AssistantMessage>);

/** An agent that plays its replies in order, and what it was shown. */
export function script(...replies: readonly Reply[]): {
  readonly agent: AgentFn;
  readonly seen: Seen[];
} {
  const seen: Seen[] = [];
  const agent: AgentFn = (messages, context) => {
    const reply = replies[seen.length];
    seen.push({ messages, context });
    if (!reply) throw new Error('the script is over');
    return typeof reply === 'function' ? reply({ messages, context }) : reply;
  };
  return { agent, seen };
}

const USAGE = { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 };

export function says(content: string): AssistantMessage {
  return { role: 'assistant', content, usage: USAGE };
}

/** A reply that calls tools, given as `[id, name, arguments]`. */
export function calls(
  ...asked: readonly (readonly [id: string, name: string, args?: string])[]
): AssistantMessage {
  const tool_calls = asked.map(([id, name, args = '{}']) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: args },
  }));
  return { role: 'assistant', content: null, tool_calls, usage: USAGE };
}

/** A reply that is shown in pieces before it is complete. */
export function streamed(...pieces: readonly string[]): Reply {
  return async ({ context }) => {
    for (const text of pieces) {
      context.emit({ type: 'text', text });
      await new Promise(setImmediate);
    }
    return says(pieces.join(''));
  };
}

/** A reply that never comes, until it is called off; what was said before is shown. */
export function hangs(...pieces: readonly string[]): Reply {
  return async ({ context: { signal, emit } }) => {
    for (const text of pieces) emit({ type: 'text', text });
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('called off')), { once: true });
    });
  };
}

export interface ServeOptions extends Partial<ResponsesOptions> {
  readonly tools?: ToolSet;
  readonly systemPrompt?: string;
  /** Whose the agent's tools are as it is served. */
  readonly agentSite?: ServedAgent['toolSite'];
  /** In place of `tools` and `systemPrompt`. */
  readonly environment?: ToolEnvironment;
  readonly limits?: Limits;
  readonly others?: readonly string[];
}

/** A handler over an in-memory runner, with short ways to ask it. */
export interface Served {
  readonly runner: Runner;
  readonly clock: ManualClock;
  readonly errors: unknown[];
  send(request: Request): Promise<Response>;
  post(body: JsonValue, principal?: string): Promise<Answer>;
  stream(body: JsonObject): Promise<WireEvent[]>;
  close(): void;
  ask(method: string, path: string, principal?: string): Promise<Answer>;
}

export interface Answer {
  readonly status: number;
  readonly body: JsonObject;
}

/** The id of the response that was answered. */
export function idOf({ body }: Answer): string {
  return body['id'] as string;
}

/** The items that were answered. */
export function outputOf({ body }: Answer): JsonObject[] {
  return body['output'] as unknown as JsonObject[];
}

const ORIGIN = 'http://localhost';

export function serve(agent: AgentFn, options: ServeOptions = {}): Served {
  const { tools = {}, systemPrompt, agentSite = 'server', others = [], ...given } = options;
  const { environment = functionEnvironment(tools, systemPrompt) } = options;
  const { limits = { max_steps: 5, time_limit_s: 60 } } = options;
  const clock = createManualClock(1_790_000_000_000);
  const errors: unknown[] = [];
  const names = ['assistant', ...others];
  const agents = names.map((name): ServedAgent => ({
    name,
    agent,
    toolSite: agentSite,
    limits,
    environment: () => environment,
  }));
  const runner = given.runner ?? createMemoryRunner({ agents, clock });
  const handler = createResponsesHandler({
    agents: names.map((name) => ({ name, serverLabel: `${name}-tools` })),
    clock,
    principalOf: (request) => request.headers.get('x-principal') ?? '',
    onError: (thrown) => errors.push(thrown),
    ...given,
    runner,
  });
  const send = async (request: Request) => {
    const response = await handler(request);
    if (!response) throw new Error(`${request.url} is not a path of the handler`);
    return response;
  };
  const ask = async (method: string, path: string, principal = '', text?: string) => {
    const init = { method, headers: { 'x-principal': principal } };
    const response = await send(
      new Request(ORIGIN + path, text === undefined ? init : { ...init, body: text }),
    );
    return { status: response.status, body: (await response.json()) as JsonObject };
  };
  return {
    runner,
    clock,
    errors,
    send,
    close: () => handler.close(),
    ask: (method, path, principal) => ask(method, path, principal),
    post: (body, principal) => ask('POST', '/v1/responses', principal, JSON.stringify(body)),
    async stream(body) {
      const text = JSON.stringify({ ...body, stream: true });
      const response = await send(
        new Request(`${ORIGIN}/v1/responses`, { method: 'POST', body: text }),
      );
      return readStream(await response.text());
    },
  };
}
