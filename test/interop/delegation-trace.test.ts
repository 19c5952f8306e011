import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve, type Serving } from '@timestep-ai/timestep';
import { openCatalog } from '@timestep-ai/timestep/catalog';
import { getText, type NumberedEvent, type ToolCall } from '@timestep-ai/timestep/core';
import { connectEnvironment } from '@timestep-ai/timestep/mcp';
import type { AgentFn } from '@timestep-ai/timestep/port';
import { buildSpans, createTraceparent, type Span } from '@timestep-ai/timestep/trace';
import { expect, it, onTestFinished } from 'vitest';

const QUESTION = 'How is the weather?';

/** Asks the first agent that it may call, and says what came of it; one that may call none answers. */
const model: AgentFn = (messages, { tools }) => {
  const last = messages.at(-1);
  const content = last ? getText(last) : '';
  if (!tools.some((tool) => tool.function.name === 'agents_call_agent')) {
    return { role: 'assistant', content: 'It is sunny.' };
  }
  if (last?.role !== 'tool') return calling('agents_list_agents', {});
  const said = JSON.parse(content) as Said;
  if (said.answer !== undefined) return { role: 'assistant', content: said.answer };
  return calling('agents_call_agent', { agent: said.agents?.[0]?.name, message: QUESTION });
};

interface Said {
  readonly answer?: string;
  readonly agents?: readonly { readonly name: string }[];
}

function calling(name: string, args: object) {
  const call: ToolCall = {
    id: name,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  };
  return { role: 'assistant', content: null, tool_calls: [call] } as const;
}

function writeAgent(folder: string, name: string, more: object = {}): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'tsagent.json'), JSON.stringify({ metadata: { name }, ...more }));
  return path;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-trace-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function served(path: string): Promise<Serving> {
  const catalog = await openCatalog([path], { load: { model } });
  const serving = await serve({ agents: catalog.servables, port: 0, database: ':memory:' });
  onTestFinished(() => serving.close(0));
  return serving;
}

/** Servers of which the first one has the desk, which calls the sky: beside it, or on the second one. */
const PLACES: Readonly<Record<string, () => Promise<readonly [Serving, ...Serving[]]>>> = {
  async 'of one server'() {
    const folder = newFolder();
    writeAgent(folder, 'sky');
    return [await served(writeDesk(folder, '../sky'))];
  },
  async 'of two servers'() {
    const folder = newFolder();
    const below = await served(writeAgent(folder, 'sky'));
    return [await served(writeDesk(folder, below.url)), below];
  },
};

function writeDesk(folder: string, sky: string): string {
  const tool = {
    name: 'ask',
    description: 'Says how the weather is.',
    parameters: { type: 'object' },
    prompt: QUESTION,
  };
  return writeAgent(folder, 'desk', {
    metadata: { name: 'desk', tools: [tool] },
    agents: [sky],
  });
}

const CALL = {
  key: 'a program:1',
  attempt: 1,
  task: { id: 'a program', contextId: 'c', agent: 'a', principal: '', metadata: {} },
};
const traceparent = createTraceparent(CALL);

async function posted(url: string, body: object): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0', traceparent },
    body: JSON.stringify(body),
  });
  return response.text();
}

const WAYS: Readonly<Record<string, (url: string) => Promise<string>>> = {
  A2A(url) {
    const message = { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: QUESTION }] };
    return posted(url, { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } });
  },
  Responses: (url) => posted(`${url}/v1/responses`, { model: 'desk', input: QUESTION }),
  'AG-UI'(url) {
    const messages = [{ id: 'm1', role: 'user', content: QUESTION }];
    const input = { threadId: 't', runId: 'r', state: {}, messages, tools: [], context: [] };
    return posted(`${url}/agents/desk/agui`, { ...input, forwardedProps: {} });
  },
  async MCP(url) {
    const environment = await connectEnvironment({ url: `${url}/tools/mcp` });
    const context = { ...CALL, signal: new AbortController().signal };
    const invocation = { id: 'c', name: 'desk_ask', arguments: {} };
    const { content } = await environment.callTool(invocation, context);
    await environment.close();
    return content;
  },
};

/** The spans of all tasks of a server. */
async function spansIn({ runner, backend }: Serving): Promise<readonly Span[]> {
  const { tasks } = await runner.list({ principal: '', pageSize: 100 });
  const logs = tasks.map(async ({ id }) => {
    const events: NumberedEvent[] = [];
    for await (const event of backend.tasks.events(id)) events.push(event);
    return buildSpans(events);
  });
  return (await Promise.all(logs)).flat();
}

/** Each span as a line: those above it, its name, and what happened in it; ports are left out. */
function linesOf(spans: readonly Span[]): readonly string[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const pathOf = ({ name, parentSpanId = '' }: Span): string => {
    const parent = byId.get(parentSpanId);
    const known = name.replace(/127-0-0-1-\d+$/, 'peer');
    return parent ? `${pathOf(parent)} > ${known}` : known;
  };
  return spans
    .map((span) => {
      const happened = span.events.map(({ name }) => name.replace('timestep.', ''));
      return `${pathOf(span)}${happened.length > 0 ? ` [${happened.join(', ')}]` : ''}`;
    })
    .toSorted();
}

const DESK = 'invoke_agent desk';
const CALLED = `${DESK} > execute_tool agents_call_agent`;
const HEARD = '[message.received, prompt.loaded, context.selected';
const PEER = `${CALLED} > invoke_agent peer`;

/** What the desk does, whichever way it is asked: a call that waits is made again when it need not wait. */
const OF_DESK: readonly string[] = [
  `${DESK} > chat`,
  `${DESK} > chat`,
  `${DESK} > chat`,
  CALLED,
  CALLED,
  `${DESK} > execute_tool agents_list_agents`,
  `${DESK} ${HEARD}, call.suspended, call.resumed]`,
];

/** What is below the call. */
const OF_SKY: Readonly<Record<string, readonly string[]>> = {
  'of one server': [
    `${CALLED} > invoke_agent sky > chat`,
    `${CALLED} > invoke_agent sky ${HEARD}]`,
  ],
  'of two servers': [
    `${PEER} > chat`,
    `${PEER} > chat > invoke_agent sky > chat`,
    `${PEER} > chat > invoke_agent sky ${HEARD}]`,
    `${PEER} [message.received, prompt.loaded, dispatch.reported]`,
  ],
};

it.each(Object.keys(PLACES).flatMap((place) => Object.keys(WAYS).map((way) => [place, way])))(
  'is one trace when an agent calls another one %s, asked over %s',
  async (place = '', way = '') => {
    const servers = (await PLACES[place]?.()) ?? [];
    const [front] = servers;
    expect(await WAYS[way]?.(front?.url ?? '')).toContain('It is sunny.');
    const spans = (await Promise.all(servers.map(spansIn))).flat();
    const tree = [...OF_DESK, ...(OF_SKY[place] ?? [])];
    expect(linesOf(spans)).toEqual(tree.toSorted());
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
    const turn = spans.find(({ name }) => name === DESK);
    expect(`00-${turn?.traceId}-${turn?.parentSpanId}-01`).toBe(traceparent);
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([turn?.traceId]));
  },
);
