import {
  inputRequired,
  ProtocolError,
  ResourceNotFoundError,
  UrlElicitationRequiredError,
  type CallToolResult,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { JsonObject } from '#core';
import { wrapCallTask, type CallTask, type CallTasks } from '../call-tasks/call-task.ts';
import type { EnvironmentDefinition, McpTool } from '../definition.ts';

const OUTPUT = z.object({ n: z.number() });

function thrown(error: unknown): () => never {
  return () => {
    throw error;
  };
}

/** What a tool receives of its request, without what can only be called. */
const seen: McpTool = {
  name: 'seen',
  execute(_args, { mcp, signal, ...facts }) {
    const { http, mcpReq, ...others } = mcp?.request ?? {};
    const { signal: _signal, ...request } = mcpReq ?? {};
    const state = mcpReq?.requestState() ?? 'none';
    const client = http?.authInfo;
    return { ...facts, others, request, state, client, url: http?.req?.url, off: signal.aborted };
  },
};

const tells: McpTool = {
  name: 'tells',
  input: z.object({ method: z.string() }),
  async execute({ method }: { method: string }, { mcp }) {
    await mcp?.request.mcpReq.notify({ method, params: { uri: 'notes://1' } });
    return 'told';
  },
};

const progresses: McpTool = {
  name: 'progresses',
  async execute({ end }: { end?: string }, { progress, log, mcp }) {
    await progress(0.5, 1, 'half');
    await log('warning', { low: ['battery'] });
    await mcp?.request.mcpReq.log('debug', 'detail', 'a logger');
    if (end === 'throws') throw new Error('broke');
    if (end === 'url') throw new UrlElicitationRequiredError([]);
    return end === 'image' ? image : 'done';
  },
};

const image: CallToolResult = { content: [{ type: 'image', data: 'aGk=', mimeType: 'image/png' }] };

const elicitation = inputRequired.elicit({
  message: 'How many?',
  requestedSchema: z.object({ n: z.number() }),
});

const tools: readonly McpTool[] = [
  seen,
  tells,
  progresses,
  { name: 'word', execute: () => 'word' },
  { name: 'nothing', execute: () => undefined },
  { name: 'list', execute: () => [1, 'two', null] },
  { name: 'data', execute: () => ({ 2: 'b', 1: 'a', nested: { deep: [0.1] } }) },
  { name: 'echo', execute: ({ result }: { result?: unknown }) => result },
  { name: 'declared', output: OUTPUT, execute: ({ result }: { result?: unknown }) => result },
  { name: 'number', output: z.number(), execute: () => 7 },
  {
    name: 'strict',
    input: z.object({ n: z.number(), at: z.object({ x: z.string() }).optional() }),
    execute: ({ n }: { n: number }) => `${n}`,
  },
  {
    name: 'coerced',
    input: z.object({ n: z.coerce.number().default(3) }),
    execute: (args: JsonObject) => args,
  },
  {
    name: 'schema',
    input: { type: 'object', required: ['a'] },
    execute: (args: JsonObject) => args,
  },
  {
    name: 'headed',
    input: {
      type: 'object',
      properties: { city: { type: 'string', 'x-mcp-header': 'City' } },
    },
    execute: (args: JsonObject) => args,
  },
  { name: 'image', execute: () => image },
  {
    name: 'gives',
    execute(_args, { give }) {
      give({ name: 'chart', parts: 'a chart' });
      return 'given';
    },
  },
  { name: 'fails', execute: thrown(new Error('the shelf fell')) },
  { name: 'falls', execute: thrown('a word') },
  { name: 'refuses', execute: thrown(new ProtocolError(-32_099, 'refused', { why: 1 })) },
  { name: 'misses', execute: thrown(new ResourceNotFoundError('notes://1')) },
  { name: 'visits', execute: thrown(new UrlElicitationRequiredError([])) },
  { name: 'asks', execute: (_args, { ask }) => ask('Which one?') },
  { name: 'waits', execute: (_args, { waitFor }) => waitFor('t2') },
  { name: 'approved', needsApproval: true, execute: () => 'ran' },
  { name: 'elicits', execute: () => inputRequired({ inputRequests: { n: elicitation } }) },
  { name: 'remembers', execute: () => inputRequired({ requestState: 'state' }) },
  { name: 'empty', execute: () => ({ resultType: 'input_required' }) },
  {
    name: 'sends',
    execute: (_args, { mcp }) => mcp?.request.mcpReq.send({ method: 'roots/list' }),
  },
  {
    name: 'elicitInput',
    execute: (_args, { mcp }) =>
      mcp?.request.mcpReq.elicitInput({
        message: 'How many?',
        requestedSchema: { type: 'object', properties: {} },
      }),
  },
  {
    name: 'samples',
    execute: (_args, { mcp }) =>
      mcp?.request.mcpReq.requestSampling({ messages: [], maxTokens: 1 }),
  },
  { name: 'big', execute: () => ({ content: [], structuredContent: { n: 1 } }) },
  { name: 'task', task: 'required', execute: () => 'never' },
];

/** An environment in which calls come to everything that they can come to. */
export const everyKind: EnvironmentDefinition = {
  name: 'every-kind',
  version: '1.0.0',
  instructions: 'Use it.',
  tools,
  prompts: [{ name: 'greet', description: 'Greets', run: () => 'Hello' }],
  resources: [
    { name: 'note', uri: 'notes://1', read: () => 'a note' },
    { name: 'notes', uri: 'notes://{id}', complete: { id: ['1'] }, read: () => 'some note' },
  ],
  lists: { cacheHint: { ttlMs: 1000 } },
};

const task: CallTask = { id: 't1', createdAt: 0, updatedAt: 1, stand: { is: 'working' } };

const callTasks: CallTasks = {
  begin: async () => task,
  find: async () => task,
  answer: async () => undefined,
  cancel: async () => undefined,
};

/** An environment whose calls may outlive their requests. */
export const outliving: EnvironmentDefinition = {
  name: 'outliving',
  version: '1.0.0',
  callTasks,
  tools: [
    ...tools.filter(({ name }) => name !== 'task'),
    { name: 'dig', execute: () => wrapCallTask(task) },
    { name: 'optional', task: 'optional', execute: () => 'here' },
    { name: 'required', task: 'required', execute: () => 'never here' },
  ],
};
