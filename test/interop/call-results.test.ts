import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Agent,
  commandAgent,
  connectEnvironment,
  Environment,
  functionEnvironment,
  openMemory,
  remoteAgent,
  runEpisode,
  serve,
  tool,
  type AgentFunction,
  type JsonObject,
  type ToolEnvironment,
} from '@timestep-ai/timestep';
import { getText } from '@timestep-ai/timestep/core';
import { listen, type FetchHandler } from '@timestep-ai/timestep/http';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SCHEMA = {
  type: 'object',
  properties: { order: { type: 'integer' } },
  required: ['order'],
} as const;
const ORDERED = { type: 'text', text: 'Ordered.' } as const;

/** A result that its server sends after it has run the call, and what the model must read of it. */
interface Kind {
  readonly result: JsonObject;
  readonly schema?: JsonObject;
  readonly reads: readonly RegExp[];
  /** What is wrong with the result, at sites that know its schema. */
  readonly remark?: RegExp;
  readonly isError?: boolean;
}

const KINDS: Readonly<Record<string, Kind>> = {
  'data that do not match their schema': {
    result: { content: [ORDERED], structuredContent: { order: 'no. 12' } },
    schema: SCHEMA,
    reads: [/no\. 12/],
    remark: /does not match.* schema|Invalid structured content/,
  },
  'no data, although there is a schema': {
    result: { content: [ORDERED] },
    schema: SCHEMA,
    reads: [],
    remark: /schema/,
  },
  'data beside a short text': {
    result: { content: [ORDERED], structuredContent: { order: 12 } },
    schema: SCHEMA,
    reads: [/"order": ?12/],
  },
  'an unknown kind of content': {
    result: { content: [ORDERED, { type: 'chart', points: [31, 47] }] },
    reads: [/chart/, /31.*47/],
  },
  'a link': {
    result: {
      content: [
        ORDERED,
        {
          type: 'resource_link',
          uri: 'shop://orders/12',
          name: 'order-12',
          description: 'A receipt',
        },
      ],
    },
    reads: [/shop:\/\/orders\/12/, /order-12/, /A receipt/],
  },
  audio: {
    result: { content: [ORDERED, { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' }] },
    reads: [/audio/],
  },
  'an error with data': {
    result: { content: [ORDERED], structuredContent: { code: 'twice', order: 12 }, isError: true },
    reads: [/twice/, /12/],
    isError: true,
  },
};

const NOTHING = { role: 'user', content: '' } as const;
const within = () => AbortSignal.timeout(20_000);

/** Calls the tool as the loop does, and returns what the model reads. */
async function callIn(environment: ToolEnvironment): Promise<string> {
  const agent: AgentFunction = (messages) => {
    const last = messages.at(-1);
    if (last?.role === 'tool') return 'Done.';
    const tool_calls = [
      { id: 'c', type: 'function', function: { name: 'order', arguments: '{}' } } as const,
    ];
    return { role: 'assistant', content: null, tool_calls };
  };
  const episode = await runEpisode('Order.', agent, { tools: environment, signal: within() });
  const result = episode.messages.find(({ role }) => role === 'tool');
  return result ? getText(result) : '';
}

/** Answers the requests of a client of the 2025 and of the 2026 revision as a server of any kind may. */
function answer(
  { method }: { readonly method: string },
  { result, schema }: Kind,
  isModern: boolean,
) {
  const info = { name: 's', version: '1' };
  const complete = isModern ? { resultType: 'complete', ttlMs: 0, cacheScope: 'private' } : {};
  switch (method) {
    case 'initialize':
      return { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: info };
    case 'server/discover': {
      if (!isModern) return undefined;
      const _meta = { 'io.modelcontextprotocol/serverInfo': info };
      return { ...complete, supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, _meta };
    }
    case 'tools/list': {
      const listed = {
        name: 'order',
        inputSchema: { type: 'object' },
        ...(schema && { outputSchema: schema }),
      };
      return { ...complete, tools: [listed] };
    }
    case 'tools/call':
      return { ...result, ...(isModern && { resultType: 'complete' }) };
    default:
      return undefined;
  }
}

const createMcpServer =
  (kind: Kind, isModern: boolean): FetchHandler =>
  async (request) => {
    if (request.method !== 'POST') return new Response(null, { status: 405 });
    const asked = (await request.json()) as { id?: number; method: string };
    if (asked.id === undefined) return new Response(null, { status: 202 });
    const result = answer(asked, kind, isModern);
    const error = { code: -32601, message: 'no such method' };
    return Response.json({ jsonrpc: '2.0', id: asked.id, ...(result ? { result } : { error }) });
  };

async function callOver(target: Parameters<typeof connectEnvironment>[0]): Promise<string> {
  const environment = await connectEnvironment(target);
  onTestFinished(() => environment.close());
  await environment.listTools(within());
  return callIn(environment);
}

async function callOverHttp(kind: Kind, isModern: boolean): Promise<string> {
  const listening = await listen(createMcpServer(kind, isModern), { port: 0 });
  onTestFinished(() => listening.close(0));
  return callOver({ url: listening.url });
}

async function callOverStdio(kind: Kind): Promise<string> {
  const file = join(mkdtempSync(join(folder, 's-')), 'server.mjs');
  const answers = Object.fromEntries(
    ['initialize', 'tools/list', 'tools/call'].map((method) => [
      method,
      answer({ method }, kind, false),
    ]),
  );
  writeFileSync(
    file,
    `import { createInterface } from 'node:readline';
const answers = ${JSON.stringify(answers)};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  const result = answers[method];
  const body = result ? { result } : { error: { code: -32601, message: 'no such method' } };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...body }) + '\\n');
});`,
  );
  return callOver({ command: process.execPath, args: [file] });
}

/** An environment with one tool that returns a result in MCP's form. */
function createOrdering({ result, schema }: Kind): Environment {
  const execute = () => result;
  const tools = [{ name: 'order', execute, ...(schema && { output: schema }) }];
  return new Environment({ environmentId: 'e', agentId: 'a', tools });
}

/** A server whose agent calls the tool of its client, and repeats what it then reads. */
async function openClientSite() {
  const model: AgentFunction = (messages) => {
    const last = messages.at(-1);
    if (last?.role === 'tool') return `read: ${last.content}`;
    const called = { name: 'order', arguments: '{}' };
    const tool_calls = [{ id: 'c', type: 'function', function: called } as const];
    return { role: 'assistant', content: null, tool_calls };
  };
  const agent = new Agent({ agentId: 'a', name: 'a', model, toolSite: 'client' });
  const server = await serve({ agents: [agent], port: 0, backend: openMemory });
  onTestFinished(() => server.close(0));
  return async (path: string, body: object, headers = {}): Promise<string> => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return response.text();
  };
}

/** The words in a response after `read: `, without the escapes of JSON in JSON. */
function findWordsRead(response: string): string {
  return response.slice(response.indexOf('read: ')).replaceAll(/\\+"/g, '"');
}

const V1 = { 'a2a-version': '1.0' };

async function answerOverA2A({ result }: Kind): Promise<string> {
  const post = await openClientSite();
  const say = (messageId: string, message: object): Promise<string> =>
    post('/message:send', { message: { messageId, role: 'ROLE_USER', ...message } }, V1);
  const asked = JSON.parse(await say('m1', { parts: [{ text: 'Order.' }] }));
  const { id: taskId } = (asked as { readonly task: { readonly id: string } }).task;
  const { isError } = result;
  const given = { call_id: 'c', output: result, ...(isError === true && { is_error: true }) };
  return findWordsRead(await say('m2', { taskId, parts: [{ data: { tool_results: [given] } }] }));
}

async function answerOverResponses({ result }: Kind): Promise<string> {
  const post = await openClientSite();
  const tools = [{ type: 'function', name: 'order', parameters: { type: 'object' } }];
  const first = await post('/v1/responses', { model: 'a', input: 'Order.', tools });
  const { id } = JSON.parse(first) as { readonly id: string };
  const output = JSON.stringify(result);
  const input = [{ type: 'function_call_output', call_id: 'c', output }];
  return findWordsRead(
    await post('/v1/responses', { model: 'a', previous_response_id: id, input, tools }),
  );
}

async function answerOverAgui({ result }: Kind): Promise<string> {
  const post = await openClientSite();
  const tools = [{ name: 'order', description: 'Orders.', parameters: { type: 'object' } }];
  const ordering = { id: 'm1', role: 'user', content: 'Order.' };
  const run = { threadId: 't', runId: 'r1', tools, messages: [ordering] };
  const first = await post('/agui', run);
  const message = /"toolCallId":"c".*?"parentMessageId":"([^"]+)"/.exec(first)?.[1] ?? 'm2';
  const called = { id: 'c', type: 'function', function: { name: 'order', arguments: '{}' } };
  const content = JSON.stringify(result);
  const error = result['isError'] === true ? { error: 'the shop is closed' } : {};
  const messages = [
    ordering,
    { id: message, role: 'assistant', toolCalls: [called] },
    { id: 'm3', role: 'tool', toolCallId: 'c', content, ...error },
  ];
  const events = await post('/agui', { ...run, runId: 'r2', messages });
  const deltas = [...events.matchAll(/"delta":("(?:[^"\\]|\\.)*")/g)];
  return findWordsRead(deltas.map(([, text = '""']) => JSON.parse(text) as string).join(''));
}

/** A remote agent whose answer has the parts of the result, as A2A has them. */
async function askRemoteAgent({ result }: Kind): Promise<string> {
  const blocks = result['content'] as readonly JsonObject[];
  const { structuredContent: data } = result;
  const parts = [
    ...blocks.map((block) =>
      block['type'] === 'audio' ? { raw: block['data'], mediaType: block['mimeType'] } : block,
    ),
    ...(data === undefined ? [] : [{ data }]),
  ];
  const listening = await listen(
    async (request) => {
      const { origin: url } = new URL(request.url);
      const supportedInterfaces = [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }];
      const card = { name: 'r', description: 'R.', version: '1', capabilities: {} };
      if (request.method === 'GET') return Response.json({ ...card, supportedInterfaces });
      const state = result['isError'] === true ? 'TASK_STATE_FAILED' : 'TASK_STATE_COMPLETED';
      const message = { messageId: 'x', role: 'ROLE_AGENT', parts };
      const task = { id: 't', contextId: 'c', status: { state, message } };
      return Response.json({ jsonrpc: '2.0', id: 1, result: { task } });
    },
    { port: 0 },
  );
  onTestFinished(() => listening.close(0));
  const remote = remoteAgent(listening.url, { agentId: 'r', patienceMs: 0 });
  onTestFinished(() => remote.close());
  const { messages, info } = await runEpisode('Order.', remote.loop.agent, { signal: within() });
  const last = messages.at(-1) ?? NOTHING;
  return `${getText(last)} ${JSON.stringify(info)}`;
}

/** A command that prints the content of the result as the content of its reply. */
async function askCommand({ result }: Kind): Promise<string> {
  const { structuredContent: data, content } = result;
  const parts = [...(content as readonly JsonObject[]), ...(data === undefined ? [] : [{ data }])];
  const file = join(mkdtempSync(join(folder, 'c-')), 'command.mjs');
  const reply = JSON.stringify({ role: 'assistant', content: parts });
  writeFileSync(file, `process.stdout.write(${JSON.stringify(reply)});`);
  const agent = commandAgent({ command: process.execPath, args: [file] });
  const { messages } = await runEpisode('Order.', agent, { signal: within() });
  const last = messages.at(-1) ?? NOTHING;
  return getText(last);
}

/** Sites that know the schemas of their tools. Each makes the call and returns what the model reads. */
const TOOL_SITES: Readonly<Record<string, (kind: Kind) => Promise<string>>> = {
  'a function': ({ result, schema }) => {
    const { content, structuredContent: data } = result;
    const value = schema ? { content, ...(data as JsonObject | undefined) } : result;
    const declared = schema && { output: schema };
    return callIn(functionEnvironment({ order: tool({ execute: () => value, ...declared }) }));
  },
  'an environment of this process': (kind) => callIn(createOrdering(kind)),
  'an environment served over MCP': (kind) =>
    callOver({ handler: createOrdering(kind).createHandler() }),
  'an MCP server over stdio': callOverStdio,
  'an MCP server over HTTP, 2025': (kind) => callOverHttp(kind, false),
  'an MCP server over HTTP, 2026-07-28': (kind) => callOverHttp(kind, true),
};

/** Sites that know no schema: tools of clients, and agents. */
const OTHER_SITES: typeof TOOL_SITES = {
  'a client over A2A': answerOverA2A,
  'a client over Responses': answerOverResponses,
  'a client over AG-UI': answerOverAgui,
  'a remote agent': askRemoteAgent,
  'a command': askCommand,
};

describe.each(Object.entries({ ...TOOL_SITES, ...OTHER_SITES }))('%s', (site, call) => {
  it.each(Object.entries(KINDS))('passes on all of %s', async (_name, kind) => {
    const read = await call(kind);
    const isRemarked = kind.remark && Object.hasOwn(TOOL_SITES, site);
    const expected = [/Ordered\./, ...kind.reads, ...(isRemarked ? [kind.remark] : [])];
    const wrong = kind.isError === true ? [] : [/failed/];
    expect(expected.filter((words) => !words.test(read)).map((words) => [words, read])).toEqual([]);
    expect(wrong.filter((words) => words.test(read)).map((words) => [words, read])).toEqual([]);
  });
});
