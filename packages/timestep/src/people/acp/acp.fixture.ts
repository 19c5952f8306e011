import {
  client as clientApp,
  methods,
  ndJsonStream,
  type ClientCapabilities,
  type ClientContext,
  type ContentBlock,
  type CreateElicitationRequest,
  type CreateElicitationResponse,
  type McpServer,
  type NewSessionResponse,
  type RequestPermissionOutcome,
  type RequestPermissionRequest,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';
import { onTestFinished } from 'vitest';
import { functionEnvironment, tool } from '#engine/tools';
import { scriptedAgent, type Script } from '#agents/model';
import type { AgentFn, Backend, ServedAgent, ToolEnvironment } from '#engine/port';
import { TimestepError, type ToolSchema } from '#core';
import { createUuid, openMemory, systemClock } from '#engine/runner';
import type { ClientServer } from './conversions/client-server.ts';
import type { AcpAgent } from './acp-server-deps.ts';
import { serveAcp } from './serve-acp.ts';
import { createSessionCommands } from '#people/chat';

/** More calls in one reply than a person sees at once. */
const NOTES = Array.from({ length: 300 }, (_, at) => {
  return { tool: 'note', arguments: { text: `${at}` } };
});

const SCRIPT: Script = {
  rules: [
    {
      when: { user: { matches: '^note (?<text>\\w+)$' }, step: 1 },
      reply: { say: 'Let me note it.', call: { tool: 'note', arguments: { text: '{{text}}' } } },
    },
    { when: { tool_result: { tool: 'note' } }, reply: 'Noted: {{result}}' },
    { when: { user: 'book', step: 1 }, reply: { call: { tool: 'book' } } },
    { when: { tool_result: { tool: 'book' } }, reply: 'Booked {{result}}' },
    { when: { user: 'plan', step: 1 }, reply: { call: { tool: 'plan' } } },
    { when: { user: 'dig', step: 1 }, reply: { call: { tool: 'dig' } } },
    { when: { user: 'notes', step: 1 }, reply: { call: NOTES } },
    { when: { tool_result: { tool: 'plan' } }, reply: 'Planned.' },
  ],
  otherwise: 'You said {{user}}.',
};

const scripted = scriptedAgent(SCRIPT);

/**
 * Scripted agent. The message `fail` makes it throw, `park` makes it throw an error with a question,
 * and `hang` makes it never reply.
 */
const agent: AgentFn = (messages, context) => {
  const last = messages.findLast(({ role }) => role === 'user');
  if (last?.content === 'fail') throw new Error('the model is away');
  if (last?.content === 'park') {
    const question = { text: 'Was it paid? Go on or cancel?', options: ['go on', 'cancel'] };
    throw Object.assign(new TimestepError('unknown-outcome', 'the outcome is unknown'), {
      question,
    });
  }
  if (last?.content === 'hang') {
    return new Promise((_resolve, reject) => {
      context.signal.addEventListener('abort', () => reject(new Error('stopped')));
    });
  }
  return scripted(messages, context);
};

/** The answers and the capabilities of a test client. */
interface TestClientOptions {
  permit?: (
    request: RequestPermissionRequest,
  ) => RequestPermissionOutcome | 'never' | Promise<RequestPermissionOutcome>;
  elicit?: (request: CreateElicitationRequest) => CreateElicitationResponse;
  readonly capabilities?: ClientCapabilities;
}

/** An in-memory backend to which test clients connect. */
export interface AcpFixture {
  readonly backend: Backend;
  /** Texts written by the tool `note`. */
  readonly notes: string[];
  readonly errors: unknown[];
  /** MCP servers that clients passed to sessions. */
  readonly servers: { readonly id: string; readonly servers: readonly ClientServer[] }[];
  /** Models that the agent guide offers once a session has been created. */
  readonly laterModels: string[];
  /** Changes the definition of the tool `note`. */
  readonly changeNote: (change: Partial<ToolSchema>) => void;
  connect(part?: TestClientOptions): Promise<TestClient>;
}

/** A client that has sent `initialize`. */
interface TestClient {
  readonly agent: ClientContext;
  readonly updates: SessionUpdate[];
  readonly asked: RequestPermissionRequest[];
  readonly questions: CreateElicitationRequest[];
  createSession(mcpServers?: McpServer[]): Promise<NewSessionResponse>;
  sendPrompt(
    sessionId: string,
    prompt: string | readonly ContentBlock[],
    messageId?: string,
  ): Promise<string>;
  close(): Promise<void>;
}

export function createAcpFixture(): AcpFixture {
  const notes: string[] = [];
  const errors: unknown[] = [];
  const servers: AcpFixture['servers'] = [];
  const environment = createEnvironment(notes);
  let change: Partial<ToolSchema> = {};
  const changing: ToolEnvironment = {
    ...environment,
    listTools: async (signal) => {
      const tools = await environment.listTools(signal);
      return tools.map((one) => (one.function.name === 'note' ? { ...one, ...change } : one));
    },
  };
  const served: ServedAgent = {
    name: 'guide',
    agent,
    toolSite: 'server',
    limits: { max_steps: 5, time_limit_s: 60 },
    environment: () => changing,
  };
  const backend = openMemory({ agents: [served, { ...served, name: 'other' }] });
  onTestFinished(() => backend.close(0));
  const { runner, sessions, tasks } = backend;
  const commands = createCommands(backend);
  const laterModels: string[] = [];
  const deps = {
    version: '1.2.3',
    principal: '',
    agents: [
      createGuide(commands, laterModels),
      { name: 'other', title: 'Other', models: [], commands },
    ],
    conversations: { runner, sessions, clock: systemClock, newId: createUuid },
    tasks,
    directory: '/here',
    useServers: async (id: string, _directory: string, given: readonly ClientServer[]) => {
      if (given.length > 0) servers.push({ id, servers: given });
    },
    onError: (thrown: unknown) => void errors.push(thrown),
  } as const;
  return {
    backend,
    notes,
    errors,
    servers,
    laterModels,
    changeNote: (changed) => void (change = changed),
    async connect(part = {}) {
      const [toAgent, toClient] = [new TransformStream(), new TransformStream()];
      const serving = await serveAcp(deps, { input: toAgent.readable, output: toClient.writable });
      const connected = connectTestClient(part, ndJsonStream(toAgent.writable, toClient.readable));
      onTestFinished(() => serving.close());
      return connected;
    },
  };
}

function createEnvironment(notes: string[]) {
  return functionEnvironment({
    note: tool({
      needsApproval: true,
      execute({ text }) {
        notes.push(typeof text === 'string' ? text : '');
        return `${notes.length} notes`;
      },
    }),
    book(_args, context) {
      const [answer] = context.answers ?? [];
      if (answer?.isDeclined === true) return 'nothing, the user declined';
      return answer?.text ?? context.ask({ text: 'Which day?', options: ['Monday', 'Friday'] });
    },
    dig: (_args, context) =>
      new Promise((_resolve, reject) => {
        const stop = (): void => {
          notes.push('stopped digging');
          reject(new Error('stopped'));
        };
        context.signal.addEventListener('abort', stop, { once: true });
      }),
    plan(_args, context) {
      const data = { entries: [{ content: 'Look', priority: 'high', status: 'completed' }] };
      context.give({ artifact_id: 'p', name: 'plan', parts: [{ type: 'data', data }] });
      return 'ok';
    },
  });
}

function createGuide(commands: AcpAgent['commands'], laterModels: readonly string[]): AcpAgent {
  let models: readonly string[] = ['c/d'];
  return {
    name: 'guide',
    title: 'Guide',
    model: 'a/b',
    get models() {
      return models;
    },
    loadModels: async () => void (models = ['c/d', ...laterModels]),
    commands,
    listTextCommands: listCommands,
  };
}

const listCommands = async () => [
  { name: 'review', description: 'Reviews a file.', argumentHint: '<file>', text: 'Review $1.' },
];

function createCommands(backend: Backend): AcpAgent['commands'] {
  return (conversation) => {
    const createPort = createSessionCommands({
      conversation,
      backend,
      facts: [],
      choices: {
        models: {
          getOwnModel: () => 'a/b',
          check: () => undefined,
          providers: () => [],
          list: () => Promise.resolve(['c/d']),
        },
        getContextWindow: () => Promise.resolve(Infinity),
        listItems: () => Promise.resolve([]),
        listCommands,
        hasOwnItems: false,
      },
      now: () => systemClock.now(),
      license: () => '',
    });
    return (view) => ({ ...createPort(view), getAgentFacts: () => [['name', 'Guide']] });
  };
}

async function connectTestClient(
  part: TestClientOptions,
  stream: ReturnType<typeof ndJsonStream>,
): Promise<TestClient> {
  const updates: SessionUpdate[] = [];
  const asked: RequestPermissionRequest[] = [];
  const questions: CreateElicitationRequest[] = [];
  const app = clientApp({ name: 'test' })
    .onNotification(methods.client.session.update, ({ params }) => void updates.push(params.update))
    .onRequest(methods.client.session.requestPermission, async ({ params, signal }) => {
      asked.push(params);
      const outcome = (await part.permit?.(params)) ?? 'never';
      if (outcome !== 'never') return { outcome };
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      return { outcome: { outcome: 'cancelled' } };
    })
    .onRequest(methods.client.elicitation.create, ({ params }) => {
      questions.push(params);
      return part.elicit?.(params) ?? { action: 'cancel' };
    });
  const connection = app.connect(stream);
  const { agent: peer } = connection;
  await peer.request(methods.agent.initialize, {
    protocolVersion: 1,
    clientCapabilities: part.capabilities ?? {},
  });
  return {
    agent: peer,
    updates,
    asked,
    questions,
    createSession: (mcpServers = []) =>
      peer.request(methods.agent.session.new, { cwd: '/project', mcpServers }),
    async sendPrompt(sessionId, prompt, messageId) {
      const text: ContentBlock = { type: 'text', text: typeof prompt === 'string' ? prompt : '' };
      const { stopReason } = await peer.request(methods.agent.session.prompt, {
        sessionId,
        prompt: typeof prompt === 'string' ? [text] : [...prompt],
        ...(messageId !== undefined && { _meta: { 'dev.timestep/message-id': messageId } }),
      });
      return stopReason;
    },
    async close() {
      connection.close();
      await connection.closed;
    },
  };
}

/** Formats updates as lines: the messages, and the tool calls with their results. */
export function formatUpdates(updates: readonly SessionUpdate[]): string[] {
  const said: { id: string; line: string }[] = [];
  const calls = new Map<string, { line: string }>();
  for (const update of updates) {
    switch (update.sessionUpdate) {
      case 'user_message_chunk':
      case 'agent_message_chunk': {
        const who = update.sessionUpdate === 'user_message_chunk' ? 'user' : 'agent';
        const text = update.content.type === 'text' ? update.content.text : update.content.type;
        const id = update.messageId ?? '';
        const last = said.at(-1);
        if (last?.id === id) last.line += text;
        else said.push({ id, line: `${who}: ${text}` });
        break;
      }
      case 'tool_call': {
        const line = { id: update.toolCallId, line: `${update.title}: ${update.status ?? ''}` };
        said.push(line);
        calls.set(update.toolCallId, line);
        break;
      }
      case 'tool_call_update': {
        const call = calls.get(update.toolCallId);
        if (call) call.line += ` ${update.status ?? ''}`;
        break;
      }
      case 'plan':
        said.push({ id: '', line: `plan: ${update.entries.map(({ content }) => content).join()}` });
        break;
      default:
        break;
    }
  }
  return said.map(({ line }) => line);
}

/** Lists the kinds of the updates without consecutive duplicates. */
export function listUpdateKinds(updates: readonly SessionUpdate[]): string[] {
  const kinds = updates.map(({ sessionUpdate }) => sessionUpdate);
  return kinds.filter((kind, at) => kinds[at - 1] !== kind);
}
