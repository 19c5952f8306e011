/** Every kind of MCP client for an environment, with a common interface. */
import { fileURLToPath } from 'node:url';
import {
  Client,
  StreamableHTTPClientTransport,
  type ClientCapabilities,
  type CreateMessageResult,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioClientTransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as StreamableHTTPClientTransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as TransportV1 } from '@modelcontextprotocol/sdk/shared/transport.js';
import { CreateMessageRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '@timestep-ai/timestep/core';
import {
  connectEnvironment,
  HANDOFF_EXTENSION,
  type EnvironmentTarget,
} from '@timestep-ai/timestep/mcp';
import { NODE_VARIABLES } from './node-variables.ts';

/** The client's function for requested handoffs. */
export type Answer = (handoff: Handoff, signal: AbortSignal) => Promise<string>;

interface Handoff {
  readonly agentUri: string;
  readonly message: string;
}

export interface Connection {
  toolNames(): Promise<string[]>;
  call(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<Told>;
  close(): Promise<void>;
}

interface CallOptions {
  readonly signal?: AbortSignal;
  /** Maximum milliseconds without a message. */
  readonly timeout?: number;
  readonly onProgress?: () => void;
}

interface Told {
  readonly text: string;
  readonly isError: boolean;
}

export interface Way {
  readonly name: string;
  /** Whether the client itself starts the environment, over standard input and output. */
  readonly stdio: boolean;
  readonly connect: (url: string, answer: Answer | undefined) => Promise<Connection>;
}

const program = {
  command: process.execPath,
  args: [
    '--conditions=@timestep/source',
    fileURLToPath(new URL('./mcp-environment.ts', import.meta.url)),
  ],
  // None of the transports hands on what it was not given.
  env: NODE_VARIABLES,
};

/** Handoffs go to an address that the default policy does not allow. */
const ANYWHERE = { allow: ['http://agents.example', 'http://127.0.0.1'] };

export async function ours(
  target: EnvironmentTarget,
  answer?: Answer,
  timeoutMs = 60_000,
): Promise<Connection> {
  let onProgress: (() => void) | undefined;
  const connected = await connectEnvironment(target, {
    handoff: ANYWHERE,
    onProgress: () => onProgress?.(),
    timeoutMs,
    connectTimeoutMs: 120_000,
    ...(answer && {
      onHandoff: async (handoff, signal) => ({ text: await answer(handoff, signal) }),
    }),
  });
  const task = { id: 'task', contextId: 'context', agent: 'agent', metadata: {} };
  return {
    async toolNames() {
      const tools = await connected.listTools(new AbortController().signal);
      return tools.map((tool) => tool.function.name);
    },
    async call(name, args, { signal = new AbortController().signal, onProgress: told } = {}) {
      onProgress = told;
      const call = { id: name, name, arguments: args as JsonObject };
      const context = { key: name, attempt: 1, task, signal };
      const { content, isError = false } = await connected.callTool(call, context);
      return { text: content, isError };
    },
    close: () => connected.close(),
  };
}

/** The capabilities of a client that supports handoffs. */
const HANDOFFS = { sampling: {}, extensions: { [HANDOFF_EXTENSION]: {} } };

/** Connects a client of the current SDK, with the newest revision or that of 2025. */
export async function v2(
  transport: Transport,
  mode: 'auto' | 'legacy',
  answer?: Answer,
  capabilities: ClientCapabilities = HANDOFFS,
): Promise<Connection> {
  const client = new Client(
    { name: 'v2', version: '1.0.0' },
    { versionNegotiation: { mode }, ...(answer && { capabilities }) },
  );
  if (answer) {
    client.setRequestHandler('sampling/createMessage', async ({ params }, { mcpReq }) =>
      sampled(await answer(handoffOf(params), mcpReq.signal)),
    );
  }
  await client.connect(transport);
  return {
    toolNames: async () => (await client.listTools()).tools.map((tool) => tool.name),
    call: async (name, args, options) =>
      toldBy(await client.callTool({ name, arguments: args }, requestOptions(options))),
    close: () => client.close(),
  };
}

/** Connects a client of the SDK's first version, which supports nothing newer than 2025. */
async function v1(transport: TransportV1, answer?: Answer): Promise<Connection> {
  const client = new ClientV1(
    { name: 'v1', version: '1.0.0' },
    { capabilities: answer ? HANDOFFS : {} },
  );
  if (answer) {
    client.setRequestHandler(CreateMessageRequestSchema, async ({ params }, { signal }) =>
      sampled(await answer(handoffOf(params), signal)),
    );
  }
  await client.connect(transport);
  return {
    toolNames: async () => (await client.listTools()).tools.map((tool) => tool.name),
    call: async (name, args, options) =>
      toldBy(await client.callTool({ name, arguments: args }, undefined, requestOptions(options))),
    close: () => client.close(),
  };
}

export const WAYS: readonly Way[] = [
  { name: 'ours over HTTP', stdio: false, connect: (url, answer) => ours({ url }, answer) },
  { name: 'ours over stdio', stdio: true, connect: (_url, answer) => ours(program, answer) },
  {
    name: 'SDK 2 in its newest revision over HTTP',
    stdio: false,
    connect: (url, answer) => v2(http(url), 'auto', answer),
  },
  {
    name: 'SDK 2 in the 2025 revision over HTTP',
    stdio: false,
    connect: (url, answer) => v2(http(url), 'legacy', answer),
  },
  {
    name: 'SDK 1 over HTTP',
    stdio: false,
    // The cast is needed because its transport declares an optional property less strictly.
    connect: (url, answer) =>
      v1(new StreamableHTTPClientTransportV1(new URL(url)) as TransportV1, answer),
  },
  {
    name: 'SDK 2 in its newest revision over stdio',
    stdio: true,
    connect: (_url, answer) => v2(new StdioClientTransport(program), 'auto', answer),
  },
  {
    name: 'SDK 2 in the 2025 revision over stdio',
    stdio: true,
    connect: (_url, answer) => v2(new StdioClientTransport(program), 'legacy', answer),
  },
  {
    name: 'SDK 1 over stdio',
    stdio: true,
    connect: (_url, answer) => v1(new StdioClientTransportV1(program), answer),
  },
];

export function http(url: string): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(url));
}

function requestOptions({ signal, timeout, onProgress }: CallOptions = {}) {
  return {
    ...(signal && { signal }),
    ...(timeout !== undefined && { timeout }),
    ...(onProgress && { onprogress: () => onProgress(), resetTimeoutOnProgress: true }),
  };
}

/** Reads a handoff's sampling request, as any client can. */
function handoffOf(params: {
  metadata?: object | undefined;
  messages: readonly object[];
}): Handoff {
  const { agent_uri } = params.metadata as { readonly agent_uri: string };
  const [first] = params.messages as readonly { readonly content: { readonly text: string } }[];
  return { agentUri: agent_uri, message: first?.content.text ?? '' };
}

function sampled(text: string): CreateMessageResult {
  return { role: 'assistant', model: 'agent', content: { type: 'text', text } };
}

function toldBy(result: object): Told {
  const { content, isError = false } = result as {
    readonly content: readonly { readonly text?: string }[];
    readonly isError?: boolean;
  };
  return { text: content.map(({ text }) => text ?? '').join('\n'), isError };
}
