import {
  inputRequired,
  ProtocolError,
  ResourceNotFoundError,
  UrlElicitationRequiredError,
  type CallToolResult,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { JsonObject } from '../../../core/index.ts';
import { callTask, type CallTask, type CallTasks } from '../call-tasks/call-task.ts';
import type { EnvironmentDefinition, ToolDefinition } from '../definition.ts';

const OUTPUT = z.object({ n: z.number() });

function thrown(error: unknown): () => never {
  return () => {
    throw error;
  };
}

/** What a tool receives of its request, without what can only be called. */
const seen: ToolDefinition = {
  name: 'seen',
  run(_args, { mcp, signal, ...facts }) {
    const { http, mcpReq, ...others } = mcp?.request ?? {};
    const { signal: _signal, ...request } = mcpReq ?? {};
    const state = mcpReq?.requestState() ?? 'none';
    const client = http?.authInfo;
    return { ...facts, others, request, state, client, url: http?.req?.url, off: signal.aborted };
  },
};

const tells: ToolDefinition = {
  name: 'tells',
  input: z.object({ method: z.string() }),
  async run({ method }: { method: string }, { mcp }) {
    await mcp?.request.mcpReq.notify({ method, params: { uri: 'notes://1' } });
    return 'told';
  },
};

const progresses: ToolDefinition = {
  name: 'progresses',
  async run({ end }: { end?: string }, { progress, log, mcp }) {
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

const tools: readonly ToolDefinition[] = [
  seen,
  tells,
  progresses,
  { name: 'word', run: () => 'word' },
  { name: 'nothing', run: () => undefined },
  { name: 'list', run: () => [1, 'two', null] },
  { name: 'data', run: () => ({ 2: 'b', 1: 'a', nested: { deep: [0.1] } }) },
  { name: 'echo', run: ({ result }: { result?: unknown }) => result },
  { name: 'declared', output: OUTPUT, run: ({ result }: { result?: unknown }) => result },
  { name: 'number', output: z.number(), run: () => 7 },
  {
    name: 'strict',
    input: z.object({ n: z.number(), at: z.object({ x: z.string() }).optional() }),
    run: ({ n }: { n: number }) => `${n}`,
  },
  {
    name: 'coerced',
    input: z.object({ n: z.coerce.number().default(3) }),
    run: (args: JsonObject) => args,
  },
  { name: 'schema', input: { type: 'object', required: ['a'] }, run: (args: JsonObject) => args },
  {
    name: 'headed',
    input: {
      type: 'object',
      properties: { city: { type: 'string', 'x-mcp-header': 'City' } },
    },
    run: (args: JsonObject) => args,
  },
  { name: 'image', run: () => image },
  {
    name: 'gives',
    run(_args, { give }) {
      give({ name: 'chart', parts: 'a chart' });
      return 'given';
    },
  },
  { name: 'fails', run: thrown(new Error('the shelf fell')) },
  { name: 'falls', run: thrown('a word') },
  { name: 'refuses', run: thrown(new ProtocolError(-32_099, 'refused', { why: 1 })) },
  { name: 'misses', run: thrown(new ResourceNotFoundError('notes://1')) },
  { name: 'visits', run: thrown(new UrlElicitationRequiredError([])) },
  { name: 'asks', run: (_args, { ask }) => ask('Which one?') },
  { name: 'waits', run: (_args, { waitFor }) => waitFor('t2') },
  { name: 'approved', needsApproval: true, run: () => 'ran' },
  { name: 'elicits', run: () => inputRequired({ inputRequests: { n: elicitation } }) },
  { name: 'remembers', run: () => inputRequired({ requestState: 'state' }) },
  { name: 'empty', run: () => ({ resultType: 'input_required' }) },
  { name: 'sends', run: (_args, { mcp }) => mcp?.request.mcpReq.send({ method: 'roots/list' }) },
  {
    name: 'elicitInput',
    run: (_args, { mcp }) =>
      mcp?.request.mcpReq.elicitInput({
        message: 'How many?',
        requestedSchema: { type: 'object', properties: {} },
      }),
  },
  {
    name: 'samples',
    run: (_args, { mcp }) => mcp?.request.mcpReq.requestSampling({ messages: [], maxTokens: 1 }),
  },
  { name: 'big', run: () => ({ content: [], structuredContent: { n: 1 } }) },
  { name: 'task', task: 'required', run: () => 'never' },
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
    { name: 'dig', run: () => callTask(task) },
    { name: 'optional', task: 'optional', run: () => 'here' },
    { name: 'required', task: 'required', run: () => 'never here' },
  ],
};
