import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Agent,
  commandAgent,
  createAgent,
  functionEnvironment,
  mcpServer,
  remoteAgent,
  tool,
  type AgentFunction,
  type AssistantMessage,
  type Environment,
  type JsonObject,
  type JsonValue,
  type ToolFnContext,
} from '@timestep-ai/timestep';
import { listen, type FetchHandler } from '@timestep-ai/timestep/http';
import type { ServedAgent } from '@timestep-ai/timestep/port';
import { DEEP, DEEP_TEXT, nest, withDeep } from './deep-text.ts';
import { tellAndRestart, type Entry } from './entry.ts';

interface Peer {
  readonly loop: ServedAgent;
  readonly close?: () => Promise<unknown>;
}

type OpenPeer = (levels: number, folder: string) => Promise<Peer> | Peer;

const ASKS: AssistantMessage = { role: 'assistant', content: 'More?', expects_reply: true };

/** Calls the tool `deep` after the first message, then asks, and ends after the second message. */
const callThenAsk =
  (args = '{}'): AgentFunction =>
  (messages) => {
    if (messages.at(-1)?.role === 'tool') return ASKS;
    if (messages.some(({ role }) => role === 'tool')) return 'Done.';
    const called = { name: 'deep', arguments: args };
    const tool_calls = [{ id: 'c1', type: 'function', function: called } as const];
    return { role: 'assistant', content: null, tool_calls };
  };

function withTools(environment: object, model = callThenAsk()): ServedAgent {
  const address = { default: environment as Environment };
  const options = { model, contextIdToEnvironmentUri: address, toolSite: 'server' } as const;
  return new Agent({ agentId: 'a', name: 'a', ...options }).loop;
}

const withFunction = (
  execute: (args: JsonObject, context: ToolFnContext) => unknown,
  model = callThenAsk(),
): Peer => ({ loop: withTools(functionEnvironment({ deep: tool({ execute }) }), model) });

/** What a server of tools answers, by method; the value of one field is deep. */
type ServerAnswers = Readonly<Record<string, unknown>>;

const SERVER: ServerAnswers = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 's', version: '1' },
  },
  'tools/list': { tools: [{ name: 'deep', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: 'ran' }] },
};

const toolServer =
  (more: ServerAnswers): OpenPeer =>
  (levels, folder) => {
    const file = join(folder, `server-${process.hrtime.bigint()}.mjs`);
    const answers = Object.entries({ ...SERVER, ...more }).map(
      ([method, answer]) =>
        `${JSON.stringify(method)}: () => ${JSON.stringify(JSON.stringify(answer))}`,
    );
    writeFileSync(
      file,
      `import { createInterface } from 'node:readline';
const deep = ${JSON.stringify(nest(levels))};
const answers = { ${answers.join(',\n')} };
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method]?.().replaceAll(${JSON.stringify(JSON.stringify(DEEP))}, deep);
  const body = answer ? answer.startsWith('{"error"') ? answer.slice(1, -1) : '"result":' + answer : '"error":{"code":-32601,"message":"no"}';
  process.stdout.write('{"jsonrpc":"2.0","id":' + JSON.stringify(id) + ',' + body + '}\\n');
});`,
    );
    const tools = mcpServer({ command: process.execPath, args: [file] });
    return { loop: withTools(tools), close: () => tools.close() };
  };

const CARD = {
  name: 'r',
  description: 'R.',
  version: '1',
  capabilities: { streaming: true },
};

/** An agent elsewhere whose answers to the first message are given, and then `Done.` */
const remote =
  (
    asking: object,
    { card = {}, isStream = false }: { card?: object; isStream?: boolean } = {},
  ): OpenPeer =>
  async (levels) => {
    const handler: FetchHandler = async (request) => {
      const { origin: url } = new URL(request.url);
      const supportedInterfaces = [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }];
      if (request.method === 'GET') {
        const capabilities = { streaming: isStream };
        const text = withDeep({ ...CARD, capabilities, supportedInterfaces, ...card }, levels);
        return new Response(text, { headers: { 'content-type': 'application/json' } });
      }
      const { params } = (await request.json()) as { params: { message?: { taskId?: string } } };
      const isFirst = params.message?.taskId === undefined;
      const done = { state: 'TASK_STATE_COMPLETED', message: reply([{ text: 'Done.' }]) };
      const task = { id: 't', contextId: 'c', ...(isFirst ? asking : { status: done }) };
      const body = withDeep({ jsonrpc: '2.0', id: 1, result: { task } }, levels);
      const type = isStream ? 'text/event-stream' : 'application/json';
      return new Response(isStream ? `data: ${body}\n\n` : body, {
        headers: { 'content-type': type },
      });
    };
    const listening = await listen(handler, { port: 0 });
    const agent = remoteAgent(listening.url, { agentId: 'a', patienceMs: 0 });
    const close = async (): Promise<void> => {
      await agent.close();
      await listening.close(0);
    };
    return { loop: agent.loop, close };
  };

const reply = (parts: readonly object[], more: object = {}): object => ({
  messageId: 'x',
  role: 'ROLE_AGENT',
  parts,
  ...more,
});
const asks = (message: object): object => ({ state: 'TASK_STATE_INPUT_REQUIRED', message });
const MORE = [{ text: 'More?' }];
const ARTIFACT = { artifactId: 'd', name: 'data', parts: [{ data: DEEP }] };

/** A model whose provider answers with JSON in which one field is deep. */
const provider =
  (model: string, body: object, status = 200): OpenPeer =>
  async (levels) => {
    const text = withDeep(body, levels);
    const headers = { 'content-type': 'application/json' };
    const listening = await listen(() => new Response(text, { status, headers }), { port: 0 });
    const settings = { apiKey: 'k', env: {}, retries: 0, stream: false };
    const agent = createAgent({ model, baseUrl: `${listening.url}/v1`, ...settings } as never);
    const loop = new Agent({ agentId: 'a', name: 'a', model: agent as never }).loop;
    return { loop, close: () => listening.close(0) };
  };

const completion = (message: object, more: object = {}): object => ({
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', ...message } }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  ...more,
});

const OPEN_PEERS: Readonly<Record<string, OpenPeer>> = {
  'an artifact of a function': (levels) =>
    withFunction((_args, { give }) => {
      const data = JSON.parse(nest(levels)) as JsonValue;
      give({ name: 'data', parts: [{ type: 'data', data }] });
      return 'given';
    }),
  'the result of a function': (levels) => withFunction(() => JSON.parse(nest(levels)) as JsonValue),
  'arguments of a model': (levels) =>
    withFunction(() => 'never called', callThenAsk(`{"a":${nest(levels)}}`)),
  'a result of a server of tools': toolServer({
    'tools/call': {
      content: [
        { type: 'text', text: 'ran' },
        { type: 'odd', deep: DEEP },
      ],
      structuredContent: { deep: DEEP },
      _meta: { deep: DEEP },
    },
  }),
  'an error of a server of tools': toolServer({
    'tools/call': { error: { code: -32000, message: 'no', data: DEEP } },
  }),
  'a schema of a server of tools': toolServer({
    'tools/list': {
      tools: [
        {
          name: 'deep',
          inputSchema: { type: 'object', properties: { a: DEEP }, default: DEEP },
          outputSchema: { type: 'object', properties: { a: DEEP } },
          annotations: { deep: DEEP },
          _meta: { deep: DEEP },
        },
      ],
    },
  }),
  'the greeting of a server of tools': toolServer({
    initialize: {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {}, experimental: { deep: { a: DEEP } } },
      serverInfo: { name: 's', version: '1' },
      _meta: { deep: DEEP },
    },
  }),
  'a command': (levels, folder) => {
    const file = join(folder, `command-${process.hrtime.bigint()}.mjs`);
    const artifacts = [{ artifact_id: 'x', parts: [{ type: 'data', data: DEEP }] }];
    writeFileSync(
      file,
      `import { text } from 'node:stream/consumers';
const { messages } = JSON.parse(await text(process.stdin));
const deep = ${JSON.stringify(withDeep({ ...ASKS, artifacts }, levels))};
process.stdout.write(messages.length > 1 ? 'Done.' : deep);`,
    );
    const model = commandAgent({ command: process.execPath, args: [file] });
    return { loop: new Agent({ agentId: 'a', name: 'a', model }).loop };
  },
  'an artifact of an agent': remote({ status: asks(reply(MORE)), artifacts: [ARTIFACT] }),
  'a message of an agent': remote({ status: asks(reply([...MORE, { data: DEEP }])) }),
  'metadata of an agent': remote({
    status: asks(reply(MORE, { metadata: { deep: DEEP } })),
    metadata: { deep: DEEP },
  }),
  'the history of an agent': remote({
    status: asks(reply(MORE)),
    history: [reply([{ data: DEEP }])],
  }),
  'a stream of an agent': remote(
    { status: asks(reply(MORE)), artifacts: [ARTIFACT] },
    { isStream: true },
  ),
  'the card of an agent': remote(
    { status: asks(reply(MORE)) },
    { card: { skills: [DEEP], metadata: { deep: DEEP }, signatures: [{ header: DEEP }] } },
  ),
  'a body of a provider': provider(
    'ollama/m',
    completion({ content: 'Done.', extra: DEEP }, { more: DEEP }),
  ),
  'a call of a provider': provider(
    'ollama/m',
    completion({
      content: null,
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'deep', arguments: DEEP_TEXT } }],
    }),
  ),
  'an error of a provider': provider('ollama/m', { error: { message: 'no', details: DEEP } }, 400),
  'a response of OpenAI': provider('openai/m', {
    id: 'r',
    output: [DEEP],
    metadata: { deep: DEEP },
  }),
};

/** Peers that answer a task with deep data. */
export const PEERS: Readonly<Record<string, Entry>> = Object.fromEntries(
  Object.entries(OPEN_PEERS).map(([name, open]): [string, Entry] => [
    name,
    async (levels, place) => {
      const { loop, close } = await open(levels, place.folder);
      try {
        return await tellAndRestart(loop, place);
      } finally {
        await close?.();
      }
    },
  ]),
);
