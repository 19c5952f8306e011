import type { AssistantMessage, JsonObject, JsonValue } from '#core';
import { functionEnvironment, type ToolSet } from '#engine/tools';
import { createJsonReader } from '#protocols/http';
import { createOwnTasks, type AgentContext, type AgentFn, type Runner } from '#engine/port';
import { createMemoryRunner } from '#engine/runner';
import { createAguiHandler } from './index.ts';
import type { AguiEvent } from './wire/agui-event.ts';

export type Reply =
  | AssistantMessage
  | ((context: AgentContext) => AssistantMessage | Promise<AssistantMessage>);

/** Creates an agent that replies with the given replies in order. */
function script(replies: readonly Reply[]): AgentFn {
  let next = 0;
  return (_messages, context) => {
    const reply = replies[next];
    next += 1;
    if (!reply) throw new Error('the script is over');
    return typeof reply === 'function' ? reply(context) : reply;
  };
}

export function says(content: string, more: Partial<AssistantMessage> = {}): AssistantMessage {
  return { role: 'assistant', content, ...more };
}

/** Creates a reply that calls tools, each given as id and name. */
export function calls(
  ...asked: readonly (readonly [id: string, name: string])[]
): AssistantMessage {
  const tool_calls = asked.map(([id, name]) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: `{"by":"${id}"}` },
  }));
  return { role: 'assistant', content: null, tool_calls };
}

export const SAID: JsonObject = { id: 'm1', role: 'user', content: 'hello' };

/** Creates the input of a run, with changes by the test. */
export function input(more: JsonObject = {}): JsonObject {
  return { threadId: 't1', runId: 'r1', protocolVersion: '1.0', messages: [SAID], ...more };
}

/** Creates tools of the application with these names. */
export function tools(...names: readonly string[]): JsonValue[] {
  return names.map((name) => ({ name, description: `It is ${name}.` }));
}

export interface Ran {
  readonly status: number;
  /** The received events. Empty if the request was rejected. */
  readonly events: readonly AguiEvent[];
  /** The error body of a rejected request. */
  readonly refusal: JsonObject;
}

/** A handler on an in-memory runner. */
export interface Served {
  readonly runner: Runner;
  readonly errors: unknown[];
  send(body: JsonValue, principal?: string): Promise<Response>;
  run(body: JsonValue, principal?: string): Promise<Ran>;
}

export function serve(replies: readonly Reply[], own: ToolSet = {}, gated: string[] = []): Served {
  const errors: unknown[] = [];
  const onError = (thrown: unknown) => void errors.push(thrown);
  const environment = functionEnvironment(own);
  const agent = {
    name: 'guide',
    agent: script(replies),
    toolSite: 'client',
    limits: { max_steps: 4, time_limit_s: 60 },
    environment: () => ({
      ...environment,
      listTools: async (...given: Parameters<typeof environment.listTools>) =>
        (await environment.listTools(...given)).map((tool) =>
          gated.includes(tool.function.name) ? { ...tool, needsApproval: true } : tool,
        ),
    }),
  } as const;
  const runner = createMemoryRunner({ agents: [agent], onError });
  const readJson = createJsonReader();
  const handle = createAguiHandler({ agent: 'guide', toolSite: 'server', readJson, onError });
  const send: Served['send'] = (body, principal = 'ada') =>
    handle(
      new Request('http://localhost/agui', { method: 'POST', body: JSON.stringify(body) }),
      createOwnTasks(runner, { principal }),
    );
  return {
    runner,
    errors,
    send,
    async run(body, principal) {
      const response = await send(body, principal);
      if (!response.ok) {
        const { error } = (await response.json()) as { readonly error: JsonObject };
        return { status: response.status, events: [], refusal: error };
      }
      return { status: 200, events: eventsIn(await response.text()), refusal: {} };
    },
  };
}

/** Parses the events of a stream. */
export function eventsIn(stream: string): AguiEvent[] {
  return stream
    .split('\n\n')
    .filter((block) => block.startsWith('data: '))
    .map((block) => JSON.parse(block.slice('data: '.length)) as AguiEvent);
}

/** Builds the application's conversation after a run from the received events. */
export function conversationAfter(
  before: readonly JsonObject[],
  events: readonly AguiEvent[],
): JsonObject[] {
  const messages = structuredClone(before) as Record<string, JsonValue>[];
  const at = (id: string): Record<string, JsonValue> => {
    let message = messages.find((one) => one['id'] === id);
    if (!message) messages.push((message = { id, role: 'assistant' }));
    return message;
  };
  const callOf = (id: string): { function: { arguments: string } } =>
    messages
      .flatMap(
        (one) =>
          (one['toolCalls'] ?? []) as unknown as { id: string; function: { arguments: string } }[],
      )
      .findLast((call) => call.id === id) ?? { function: { arguments: '' } };
  for (const event of events) {
    if (event.type === 'TEXT_MESSAGE_CONTENT') {
      const message = at(event.messageId);
      message['content'] = `${(message['content'] ?? '') as string}${event.delta}`;
    } else if (event.type === 'TOOL_CALL_START') {
      const message = at(event.parentMessageId);
      const called = { name: event.toolCallName, arguments: '' };
      const call = { id: event.toolCallId, type: 'function', function: called };
      message['toolCalls'] = [...((message['toolCalls'] ?? []) as JsonValue[]), call];
    } else if (event.type === 'TOOL_CALL_ARGS') {
      callOf(event.toolCallId).function.arguments += event.delta;
    } else if (event.type === 'TOOL_CALL_RESULT') {
      const { messageId: id, toolCallId, content } = event;
      messages.push({ id, role: 'tool', toolCallId, content });
    }
  }
  return messages;
}
