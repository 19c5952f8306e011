import {
  client as clientApp,
  methods,
  ndJsonStream,
  type NewSessionResponse,
} from '@agentclientprotocol/sdk';
import { onTestFinished } from 'vitest';
import { createMcpCallingTools } from '#agents/calling';
import { isJsonObject, type JsonObject, type JsonValue } from '#core';
import { createOwnTasks, type Backend, type ServedAgent } from '#engine/port';
import { createUuid, openMemory, systemClock } from '#engine/runner';
import { serveAcp } from '#people/acp';
import { createLocalEnvironment } from '#protocols/mcp';
import { TOOL_CALLS_EXTENSION } from '#protocols/a2a';
import { remoteAgent, serve, type Serving } from '#serving/server';
import type { ChatAgent } from '../chat/chat-agent.ts';
import { openChatSession } from '../chat/chat-session.ts';
import { sendSingleMessage } from '../chat/single-message.ts';
import { listPeerResults, type Peer } from './peers.fixture.ts';

const PEER = 'https://peer.example';

/** A server that relays a remote agent. */
export interface Relay {
  readonly serving: Serving;
  readonly backend: Backend;
  readonly served: ServedAgent;
}

/** What a client reads of an answer. */
interface Answer {
  readonly streamed: string;
  readonly final: string;
}

export async function relayPeer(peer: Peer): Promise<Relay> {
  let backend: Backend | undefined;
  const relayed = remoteAgent(PEER, { agentId: 'peer', fetch: createPeerFetch(peer) });
  const serving = await serve({
    agents: [relayed],
    port: 0,
    backend: (needs) => (backend = openMemory(needs)),
  });
  onTestFinished(() => serving.close(0));
  if (!backend) throw new Error('the server has opened no backend');
  return { serving, backend, served: relayed.loop };
}

function createPeerFetch(peer: Peer) {
  const { version, isOwn = false } = peer;
  const extensions = isOwn ? [{ uri: TOOL_CALLS_EXTENSION }] : [];
  const is03 = version === '0.3';
  const place = is03
    ? { url: PEER, protocolVersion: '0.3.0', preferredTransport: 'JSONRPC' }
    : {
        supportedInterfaces: [{ url: PEER, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
      };
  const card = { name: 'peer', capabilities: { streaming: true, extensions }, ...place };
  const events = listPeerResults(peer).map(
    (result) => `data: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result })}\n\n`,
  );
  const headers = { 'content-type': 'text/event-stream' };
  return async (url: string): Promise<Response> =>
    url.endsWith('.json') ? Response.json(card) : new Response(events.join(''), { headers });
}

/** Ways by which a client asks the relayed agent. */
export const SURFACES: Readonly<Record<string, (relay: Relay) => Promise<Answer>>> = {
  'A2A 1.0': (relay) => askOverA2A(relay, '1.0'),
  'A2A 0.3': (relay) => askOverA2A(relay, '0.3'),

  async Responses(relay) {
    const body = { model: 'peer', input: 'go' };
    const events = await stream(relay, '/v1/responses', { ...body, stream: true });
    const added = events.map((event) => getAt(event, 'item')).filter((item) => 'artifact' in item);
    const beside = added.map(({ id }) => id);
    const deltas = events.filter(
      ({ type, item_id = '' }) =>
        type === 'response.output_text.delta' && !beside.includes(item_id),
    );
    const whole = await post(relay, '/v1/responses', body);
    const texts = listAt(await whole.json(), 'output')
      .filter((item) => !('artifact' in item))
      .flatMap((item) => listAt(item, 'content'));
    return { streamed: joinAt(deltas, 'delta'), final: joinAt(texts, 'text') };
  },

  async 'Chat Completions'(relay) {
    const body = { model: 'peer', messages: [{ role: 'user', content: 'go' }] };
    const path = '/v1/chat/completions';
    const chunks = await stream(relay, path, { ...body, stream: true });
    const deltas = chunks.flatMap((chunk) => listAt(chunk, 'choices')).map(({ delta }) => delta);
    const whole = listAt(await (await post(relay, path, body)).json(), 'choices');
    return {
      streamed: joinAt(deltas, 'content'),
      final: joinAt(
        whole.map(({ message }) => message),
        'content',
      ),
    };
  },

  async 'AG-UI'(relay) {
    const messages = [{ id: 'u1', role: 'user', content: 'go' }];
    const body = { threadId: 'th', runId: 'r1', messages, tools: [], context: [], state: {} };
    const events = await stream(relay, '/agui', { ...body, forwardedProps: {} });
    const texts = events.filter(({ type }) => type === 'TEXT_MESSAGE_CONTENT');
    return { streamed: joinAt(texts, 'delta'), final: await readReply(relay) };
  },

  async ACP(relay) {
    const texts: string[] = [];
    const { sessions, tasks, runner } = relay.backend;
    const [toAgent, toClient] = [new TransformStream(), new TransformStream()];
    const commands = (): never => {
      throw new Error('no command is used');
    };
    const acp = await serveAcp(
      {
        version: '1',
        principal: '',
        agents: [{ name: 'peer', title: 'Peer', models: [], commands }],
        conversations: { runner, sessions, clock: systemClock, newId: createUuid },
        tasks,
        directory: '/project',
        useServers: async () => undefined,
        onError: () => undefined,
      },
      { input: toAgent.readable, output: toClient.writable },
    );
    onTestFinished(() => acp.close());
    const { agent } = clientApp({ name: 'editor' })
      .onNotification(methods.client.session.update, ({ params: { update } }) => {
        if (update.sessionUpdate !== 'agent_message_chunk') return;
        const isAnswer = update.messageId?.includes('/artifact/') !== true;
        if (isAnswer && update.content.type === 'text') texts.push(update.content.text);
      })
      .connect(ndJsonStream(toAgent.writable, toClient.readable));
    await agent.request(methods.agent.initialize, { protocolVersion: 1, clientCapabilities: {} });
    const place = { cwd: '/project', mcpServers: [] };
    const opened = await agent.request(methods.agent.session.new, place);
    const { sessionId } = opened as NewSessionResponse;
    const prompt = [{ type: 'text' as const, text: 'go' }];
    await agent.request(methods.agent.session.prompt, { sessionId, prompt });
    return { streamed: texts.join(''), final: await readReply(relay) };
  },

  async MCP(relay) {
    const tools = createMcpCallingTools({
      agents: { list: async () => [], find: () => ({ name: 'peer' }) },
      getTasks: () => createOwnTasks(relay.backend.runner, { principal: '' }),
      clock: systemClock,
      newId: createUuid,
    });
    const environment = createLocalEnvironment({ name: 'b', version: '1', tools }, systemClock);
    const call = { id: 'c', name: 'call_agent', arguments: { agent: 'peer', message: 'go' } };
    const context = { key: 'k', attempt: 1, signal: new AbortController().signal };
    const { content, question } = await environment.callTool(call, context);
    const streamed = question?.text ?? joinAt([JSON.parse(content)], 'answer');
    return { streamed, final: await readReply(relay) };
  },
};

/** Asks by `timestep agents ask`, and returns what it prints. */
export async function askByCommand({ backend, served }: Relay) {
  let [stdout, stderr] = ['', ''];
  const agent: ChatAgent = {
    served,
    facts: [],
    answers: served.agent,
    listItems: () => Promise.resolve([]),
    hasOwnItems: false,
    getContextWindow: () => Promise.resolve(1000),
    onError: () => undefined,
    close: () => Promise.resolve(),
  };
  const place = { principal: '', clock: systemClock, newId: createUuid, getLicense: () => '' };
  const { conversation } = await openChatSession({ agent, backend, ...place }, undefined);
  await sendSingleMessage({
    conversation,
    prompt: 'go',
    isJson: false,
    isStreamed: true,
    resumeCommand: 'timestep chat peer',
    write: (text) => (stdout += text),
    writeError: (text) => (stderr += text),
    signal: new AbortController().signal,
  });
  return { stdout, stderr };
}

async function askOverA2A(relay: Relay, version: '0.3' | '1.0'): Promise<Answer> {
  const is03 = version === '0.3';
  const parts = [is03 ? { kind: 'text', text: 'go' } : { text: 'go' }];
  const ask = (method: string, messageId: string): JsonObject => {
    const message = { messageId, role: is03 ? 'user' : 'ROLE_USER', parts };
    return { jsonrpc: '2.0', id: 1, method, params: { message } };
  };
  const method = is03 ? 'message/stream' : 'SendStreamingMessage';
  const events = await stream(relay, '/', ask(method, 'm1'), version);
  const results = events.map(({ result }) => getAt(result, undefined));
  const updates = results.map((one) => getAt(one, 'artifactUpdate', is03));
  const pieces = updates.map(({ artifact = {} }) => artifact).filter(isAnswerArtifact);
  const status = getAt(getAt(results.at(-1), 'statusUpdate', is03), 'status');
  const whole = await post(relay, '/', ask(is03 ? 'message/send' : 'SendMessage', 'm2'), version);
  const { result = null } = (await whole.json()) as JsonObject;
  const task = getAt(result, 'task', is03);
  const made = listAt(task, 'artifacts').filter(isAnswerArtifact);
  const said = listAt(getAt(getAt(task, 'status'), 'message'), 'parts');
  const asks = listAt(getAt(status, 'message'), 'parts');
  return {
    streamed: joinParts(pieces) || joinAt(asks, 'text'),
    final: joinParts(made) || joinAt(said, 'text'),
  };
}

function isAnswerArtifact(artifact: JsonValue): boolean {
  return getAt(artifact, undefined)['name'] === 'answer';
}

function joinParts(artifacts: readonly JsonValue[]): string {
  return joinAt(
    artifacts.flatMap((artifact) => listAt(artifact, 'parts')),
    'text',
  );
}

/** Reads the text that the log of the newest task has as its last reply. */
async function readReply({ backend: { runner } }: Relay): Promise<string> {
  const { tasks } = await runner.list({ principal: '', pageSize: 1 });
  const last = tasks[0]?.entries?.last.message;
  return last?.role === 'assistant' ? (last.content ?? '') : '';
}

async function post({ serving }: Relay, path: string, body: object, version = '1.0') {
  const headers = { 'content-type': 'application/json', 'a2a-version': version };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return serving.fetch(new Request(serving.url + path, init));
}

async function stream(
  relay: Relay,
  path: string,
  body: object,
  version?: string,
): Promise<JsonObject[]> {
  const text = await (await post(relay, path, body, version)).text();
  const lines = text.split('\n').filter((line) => line.startsWith('data: {'));
  return lines.map((line) => JSON.parse(line.slice('data: '.length)) as JsonObject);
}

function getAt(value: unknown, field: string | undefined, isFlat = false): JsonObject {
  if (!isJsonObject(value)) return {};
  if (isFlat || field === undefined) return value;
  const inner = value[field];
  return isJsonObject(inner) ? inner : {};
}

function listAt(value: unknown, field: string): JsonObject[] {
  const list = getAt(value, undefined)[field];
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

function joinAt(values: readonly unknown[], field: string): string {
  const texts = values.map((value) => getAt(value, undefined)[field]);
  return texts.map((text) => (typeof text === 'string' ? text : '')).join('');
}
