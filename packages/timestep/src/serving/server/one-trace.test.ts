import { afterEach, expect, it } from 'vitest';
import { createA2AAgent } from '#protocols/a2a';
import { createClient } from '#agents/calling';
import type { NumberedEvent } from '#core';
import { connectEnvironment } from '#protocols/mcp';
import { agentBuiltinEcho, scriptedAgent } from '#agents/model';
import { buildSpans, createTraceparent, type Span } from '#protocols/trace';
import { Agent } from './agent/agent.ts';
import { createTestAgent, createCallMessage, createRelay } from './agents.fixture.ts';
import { Environment } from './environment.ts';
import type { Serving } from './serve.ts';

const running: { close(graceMs?: number): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close(0)));
});

async function started(agent: Agent): Promise<Serving> {
  const serving = await agent.start({ port: 0, database: ':memory:' });
  running.push(serving);
  return serving;
}

/** The spans of the only task of a server. */
async function traceOf({ runner }: Serving): Promise<Span[]> {
  const { tasks } = await runner.list({ principal: '', pageSize: 10 });
  expect(tasks).toHaveLength(1);
  const events: NumberedEvent[] = [];
  for await (const update of runner.subscribe(
    tasks[0]?.id ?? '',
    0,
    new AbortController().signal,
  )) {
    if (update.kind === 'event') events.push(update.event);
  }
  return buildSpans(events);
}

it('is one trace when an agent hands on to an agent that hands on', async () => {
  const last = await started(createTestAgent('last', agentBuiltinEcho));
  const hands = (to: Serving) => ({
    model: createRelay(() => to.url),
    toolSite: 'server' as const,
  });
  const { model, ...site } = hands(last);
  const middle = await started(createTestAgent('middle', model, site));
  const front = await started(createTestAgent('front', hands(middle).model, site));
  const client = createClient();
  running.push(client);
  expect((await client.ask(front.url, 'hello')).text).toBe('relayed: relayed: Echo: hello');

  const traces = [await traceOf(front), await traceOf(middle), await traceOf(last)];
  const spans = traces.flat();
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
  expect(traces.map(([turn]) => turn?.name)).toEqual([
    'invoke_agent front',
    'invoke_agent middle',
    'invoke_agent last',
  ]);
  const [above, between, below] = traces;
  const callOf = (trace: readonly Span[] = []) =>
    trace.find(({ name }) => name === 'execute_tool handoff')?.spanId;
  expect(above?.[0]?.parentSpanId).toBeUndefined();
  expect(between?.[0]?.parentSpanId).toBe(callOf(above));
  expect(below?.[0]?.parentSpanId).toBe(callOf(between));
});

it('has the task of an agent behind A2A below the call of it as a model', async () => {
  const last = await started(createTestAgent('last', agentBuiltinEcho));
  const front = await started(createTestAgent('front', createA2AAgent(last.url)));
  const client = createClient();
  running.push(client);
  expect((await client.ask(front.url, 'hello')).text).toContain('hello');
  const above = await traceOf(front);
  const [turn] = await traceOf(last);
  const chat = above.find(({ name }) => name === 'chat');
  expect(turn).toMatchObject({ traceId: chat?.traceId, parentSpanId: chat?.spanId });
});

/** One call of a program that is the parent of what it asks for. */
const CALL = {
  key: 'a program:1',
  attempt: 1,
  task: { id: 'a program', contextId: 'c', agent: 'a', principal: '', metadata: {} },
};
const traceparent = createTraceparent(CALL);
const QUESTION = "What's the weather in Oakland?";

const TOOL = {
  name: 'ask',
  description: 'Says what the weather is.',
  parameters: { type: 'object' },
  prompt: QUESTION,
};

/** An agent that looks once before it answers, over all protocols. */
function weather(): Agent {
  const environment = new Environment({
    environmentId: 'weather',
    agentId: 'weather',
    enableHandoff: false,
    tools: [{ name: 'get_weather', input: { type: 'object' }, execute: () => 'Sunny, 72F' }],
  });
  return new Agent({
    agentId: 'weather',
    name: 'Weather',
    model: scriptedAgent([createCallMessage('get_weather', {}), 'Sunny, 72F in Oakland.']),
    toolSite: 'server',
    environment,
    agentTools: { list: () => [TOOL], watch: () => () => undefined },
  });
}

async function posted(url: string, body: object): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0', traceparent },
    body: JSON.stringify(body),
  });
  return response.text();
}

const ASKED = {
  A2A(url: string) {
    const message = { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: QUESTION }] };
    return posted(url, { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } });
  },
  Responses: (url: string) => posted(`${url}/v1/responses`, { model: 'weather', input: QUESTION }),
  async MCP(url: string) {
    const environment = await connectEnvironment({ url: `${url}/tools/mcp` });
    const context = { ...CALL, signal: new AbortController().signal };
    const invocation = { id: 'c', name: 'weather_ask', arguments: {} };
    const { content } = await environment.callTool(invocation, context);
    await environment.close();
    return content;
  },
};

/** A tree without what each task has of its own. */
function shapeOf(spans: readonly Span[]): object[] {
  const nameOf = (id: string | undefined) => spans.find(({ spanId }) => spanId === id)?.name;
  return spans.map(({ name, kind, parentSpanId, attributes, events, error }) => ({
    name,
    kind,
    error,
    parent: nameOf(parentSpanId) ?? parentSpanId,
    attributes: { ...attributes, 'gen_ai.conversation.id': '', 'timestep.task.id': '' },
    events: events.map((event) => event.name),
  }));
}

it.each(Object.entries(ASKED))('has the same tree for the same work over %s', async (_, ask) => {
  const [direct, asked] = [await started(weather()), await started(weather())];
  expect(await ask(asked.url)).toContain('Sunny, 72F in Oakland.');
  await ASKED.A2A(direct.url);
  const spans = await traceOf(asked);
  expect(spans.map(({ name }) => name)).toEqual([
    'invoke_agent weather',
    'chat',
    'execute_tool get_weather',
    'chat',
  ]);
  expect(shapeOf(spans)).toEqual(shapeOf(await traceOf(direct)));
  expect([`00-${spans[0]?.traceId}-${spans[0]?.parentSpanId}-01`]).toEqual([traceparent]);
});
