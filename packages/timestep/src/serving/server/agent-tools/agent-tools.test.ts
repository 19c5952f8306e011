import { expect, it, onTestFinished } from 'vitest';
import { getText, TimestepError } from '#core';
import type { AgentTool } from '#engine/tools';
import { connectEnvironment, type ConnectedEnvironment } from '#protocols/mcp';
import type { AgentFn } from '#engine/port';
import { Agent } from '../agent/agent.ts';
import { createJoinedToolsProtocol } from '../protocols/agent-tools.ts';
import { serve } from '../lazy-serve.ts';
import type { ServeOptions } from '../serve-options.ts';
import { isToolsAgent } from './agent-tools.ts';

const never = new AbortController().signal;

const BOOK: AgentTool = {
  name: 'book',
  description: 'Books a flight.',
  parameters: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
  prompt: 'Book {to}',
};

const repeats: AgentFn = (messages) => ({
  role: 'assistant',
  content: `${messages.filter(({ role }) => role === 'user').length}: ${messages.map(getText).at(-1)}`,
});

/** The tools of an agent, which a test changes. */
function changing(...tools: readonly AgentTool[]) {
  let now: readonly AgentTool[] = tools;
  const watchers = new Set<() => void>();
  return {
    tools: {
      list: () => now,
      watch(onChange: () => void) {
        watchers.add(onChange);
        return () => void watchers.delete(onChange);
      },
    },
    become: (...next: readonly AgentTool[]) => {
      now = next;
      for (const tell of watchers) tell();
    },
    watched: () => watchers.size,
  };
}

function agentOf(model: AgentFn, ...tools: readonly AgentTool[]) {
  return new Agent({
    agentId: 'travel-desk',
    name: 'Travel Desk',
    description: 'Plans journeys.',
    version: '2.1.0',
    model,
    history: 'none',
    agentTools: changing(...tools).tools,
  });
}

async function served(agents: readonly Agent[], options: Partial<ServeOptions> = {}) {
  const serving = await serve({ agents, port: 0, database: ':memory:', ...options });
  onTestFinished(() => serving.close(0));
  return serving;
}

/** Connects to an address of a server without a socket. */
async function connected(
  serving: Awaited<ReturnType<typeof served>>,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<ConnectedEnvironment> {
  const environment = await connectEnvironment({
    handler: (request) => {
      const all = new Headers([...request.headers, ...Object.entries(headers)]);
      const body = request.body && { body: request.body, duplex: 'half' as const };
      const { method, signal } = request;
      return serving.fetch(
        new Request(`http://127.0.0.1${path}`, { method, signal, headers: all, ...body }),
      );
    },
  });
  onTestFinished(() => environment.close());
  return environment;
}

function call(
  environment: ConnectedEnvironment,
  name: string,
  args: Readonly<Record<string, string>>,
  key = name,
  signal = never,
) {
  const task = { id: 't', contextId: 'c', agent: 'a', metadata: {} };
  return environment.callTool(
    { id: 'c', name, arguments: args },
    { key, attempt: 1, task, signal },
  );
}

const names = async (environment: ConnectedEnvironment): Promise<string[]> =>
  (await environment.listTools(never)).map((tool) => tool.function.name);

it('serves the tools of an agent under its name, with what the agent says about itself', async () => {
  const serving = await served([agentOf(repeats, BOOK, { ...BOOK, name: 'travel_desk_pay' })]);
  const environment = await connected(serving, '/agents/travel-desk/tools/mcp');
  expect(await names(environment)).toEqual(['travel-desk_book', 'travel_desk_pay']);
  const [tool] = await environment.listTools(never);
  expect(tool?.function).toMatchObject({
    description: 'Books a flight.',
    parameters: BOOK.parameters,
  });
  const about = await environment.use(async (client) => [
    client.getServerVersion(),
    client.getInstructions(),
  ]);
  expect(about).toMatchObject([{ name: 'Travel Desk', version: '2.1.0' }, 'Plans journeys.']);
  expect(await names(await connected(serving, '/tools/mcp'))).toHaveLength(2);
});

it('answers each call in a context of its own with the words of the agent', async () => {
  const serving = await served([agentOf(repeats, BOOK)]);
  const environment = await connected(serving, '/tools/mcp');
  const answers = [
    await call(environment, 'travel-desk_book', { to: 'Paris' }, 'k1'),
    await call(environment, 'travel-desk_book', { to: '{name}' }, 'k2'),
  ];
  expect(answers).toEqual([{ content: '1: Book Paris' }, { content: '1: Book {name}' }]);
  const { tasks } = await serving.runner.list({ principal: '', pageSize: 10 });
  expect(new Set(tasks.map(({ contextId }) => contextId)).size).toBe(2);
});

it('takes a call that is made again for the same task', async () => {
  const serving = await served([agentOf(repeats, BOOK)]);
  const environment = await connected(serving, '/tools/mcp');
  const first = await call(environment, 'travel-desk_book', { to: 'Paris' }, 'same');
  const again = await call(environment, 'travel-desk_book', { to: 'Paris' }, 'same');
  expect(again).toEqual(first);
  expect(await call(environment, 'travel-desk_book', { to: 'Rome' }, 'same')).toEqual({
    content: 'book was not started: message same was already sent with a different body',
    isError: true,
  });
  const { tasks } = await serving.runner.list({ principal: '', pageSize: 10 });
  expect(tasks).toHaveLength(1);
});

it('answers a call that is made again as before, although its prompt has changed since', async () => {
  const { tools, become } = changing(BOOK);
  const agent = new Agent({ agentId: 'desk', name: 'Desk', model: repeats, agentTools: tools });
  const serving = await served([agent]);
  const environment = await connected(serving, '/tools/mcp');
  const first = await call(environment, 'desk_book', { to: 'Paris' }, 'same');
  become({ ...BOOK, prompt: 'Please book {to}' });
  expect(await call(environment, 'desk_book', { to: 'Paris' }, 'same')).toEqual(first);
  expect(await call(environment, 'desk_book', { to: 'Rome' }, 'same')).toMatchObject({
    isError: true,
  });
  const { tasks } = await serving.runner.list({ principal: '', pageSize: 10 });
  expect(tasks).toHaveLength(1);
});

it('says in one sentence why a call failed', async () => {
  const fails: AgentFn = () => {
    throw new TimestepError('no-model', 'no\n\nmodel');
  };
  const environment = await connected(await served([agentOf(fails, BOOK)]), '/tools/mcp');
  expect(await call(environment, 'travel-desk_book', { to: 'x' })).toEqual({
    content: 'book failed: no model',
    isError: true,
  });
  expect(await call(environment, 'travel-desk_book', {})).toMatchObject({
    content: expect.stringContaining('to'),
    isError: true,
  });
});

it('does not wait for a person', async () => {
  const asks: AgentFn = () => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } }],
  });
  const serving = await served([agentOf(asks, BOOK)]);
  const environment = await connected(serving, '/tools/mcp');
  expect(await call(environment, 'travel-desk_book', { to: 'x' })).toMatchObject({ isError: true });
  const { tasks } = await serving.runner.list({ principal: '', pageSize: 10 });
  expect(tasks.every(({ end }) => end)).toBe(true);
});

/** An agent that answers when it is told to. */
function patient() {
  const release = Promise.withResolvers<void>();
  const answers: AgentFn = async (messages, { signal }) => {
    const gone = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
    await Promise.race([release.promise, gone]);
    return repeats(messages, {} as never);
  };
  return { answers, release: () => release.resolve() };
}

async function statesOf(serving: Awaited<ReturnType<typeof served>>): Promise<string[]> {
  const { tasks } = await serving.runner.list({ principal: '', pageSize: 10 });
  return tasks.map((task) => task.state);
}

it('cancels the task of a call that is called off and cannot be made again', async () => {
  const serving = await served([agentOf(patient().answers, BOOK)]);
  const environment = await connected(serving, '/tools/mcp');
  const leave = new AbortController();
  const params = { name: 'travel-desk_book', arguments: { to: 'x' } };
  const calling = environment.use((client) => client.callTool(params, { signal: leave.signal }));
  const over = calling.catch((thrown: unknown) => thrown);
  await expect.poll(() => statesOf(serving)).toEqual(['working']);
  leave.abort();
  expect(await over).toBeInstanceOf(Error);
  await expect.poll(() => statesOf(serving)).toEqual(['canceled']);
});

it('keeps the task of a call whose connection broke, for the call that is made again', async () => {
  const { answers, release } = patient();
  const serving = await served([agentOf(answers, BOOK)]);
  const environment = await connected(serving, '/tools/mcp');
  const leave = new AbortController();
  const args = { to: 'Paris' };
  const calling = call(environment, 'travel-desk_book', args, 'k', leave.signal);
  const over = calling.catch((thrown: unknown) => thrown);
  await expect.poll(() => statesOf(serving)).toEqual(['working']);
  leave.abort();
  expect(await over).toBeInstanceOf(Error);
  release();
  expect(await call(environment, 'travel-desk_book', args, 'k')).toEqual({
    content: '1: Book Paris',
  });
  expect(await statesOf(serving)).toEqual(['completed']);
});

it('serves tools that change, and tells clients of it', async () => {
  const { tools, become, watched } = changing(BOOK);
  const agent = new Agent({ agentId: 'desk', name: 'Desk', model: repeats, agentTools: tools });
  const serving = await served([agent]);
  const environment = await connected(serving, '/tools/mcp');
  expect(await names(environment)).toEqual(['desk_book']);
  become({ ...BOOK, prompt: 'Please book {to}' }, { ...BOOK, name: 'pay' });
  await expect.poll(() => names(environment)).toEqual(['desk_book', 'desk_pay']);
  expect(await call(environment, 'desk_book', { to: 'x' })).toEqual({
    content: '1: Please book x',
  });
  await serving.close(0);
  expect(watched()).toBe(0);
});

it('joins several agents at one address, and can show all turns', async () => {
  const other = new Agent({
    agentId: 'other',
    name: 'Other',
    model: repeats,
    agentTools: changing(BOOK).tools,
  });
  const agents = [agentOf(repeats, BOOK), other];
  const serving = await served(agents, {
    protocols: [createJoinedToolsProtocol(agents.filter(isToolsAgent), { debug: true })],
  });
  const environment = await connected(serving, '/mcp');
  expect(await names(environment)).toEqual(['travel-desk_book', 'other_book']);
  const { content } = await call(environment, 'other_book', { to: 'x' });
  expect(content).toBe('user: Book x\nassistant: 1: Book x\n1: Book x');
});

it('keeps the tasks of callers apart, and strangers out', async () => {
  const serving = await served([agentOf(repeats, BOOK)], {
    apiKeys: [
      { key: 'a', principal: 'ann' },
      { key: 'b', principal: 'bob' },
    ],
  });
  const path = '/agents/travel-desk/tools/mcp';
  const request = new Request(`http://127.0.0.1${path}`, { method: 'POST', body: '{}' });
  expect((await serving.fetch(request)).status).toBe(401);
  for (const key of ['a', 'b']) {
    const environment = await connected(serving, path, { authorization: `Bearer ${key}` });
    await call(environment, 'travel-desk_book', { to: key }, 'same');
  }
  for (const principal of ['ann', 'bob']) {
    expect((await serving.runner.list({ principal, pageSize: 10 })).total).toBe(1);
  }
});

it('is not there for other agents', async () => {
  const agent = new Agent({ agentId: 'plain', name: 'Plain', model: repeats });
  const serving = await served([agent]);
  const request = new Request('http://127.0.0.1/agents/plain/tools/mcp', { method: 'POST' });
  expect((await serving.fetch(request)).status).toBe(404);
});
