import { join } from 'node:path';
import { methods } from '@agentclientprotocol/sdk';
import { expect, it, onTestFinished } from 'vitest';
import { createMcpCallingTools } from '#agents/calling';
import { scriptedAgent } from '#agents/model';
import type { JsonObject } from '#core';
import { createOwnTasks } from '#engine/port';
import { createUuid, systemClock } from '#engine/runner';
import { createLocalEnvironment } from '#protocols/mcp';
import { createPageProtocol } from '#people/page';
import { Agent, serve, type Serving } from '#serving/server';
import { createAskedStage } from './asked.fixture.ts';
import { createTestFolder, runInProcess } from './timestep.fixture.ts';

const TOKEN = 'a-token';
const NEVER = new AbortController().signal;

/** Serves two agents over every protocol. */
async function open(): Promise<Serving> {
  const page = createPageProtocol({
    access: { kind: 'token', token: TOKEN },
    files: async () => new Map(),
  });
  const serving = await serve({
    agents: ['guide', 'clerk'].map(
      (name) => new Agent({ agentId: name, name, model: scriptedAgent(() => 'ok') }),
    ),
    port: 0,
    database: ':memory:',
    protocols: ['a2a', 'responses', 'agui', page],
  });
  onTestFinished(() => serving.close(0));
  return serving;
}

async function send(path: string, body?: object): Promise<string> {
  const serving = await open();
  const headers = {
    'content-type': 'application/json',
    'a2a-version': '1.0',
    authorization: `Bearer ${TOKEN}`,
  };
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  const response = await serving.fetch(new Request(serving.url + path, init));
  return (await response.text()).replaceAll('\\"', '"');
}

const MESSAGE = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hi' }] };
const RUN = { threadId: 't', runId: 'r', messages: [{ id: 'm', role: 'user', content: 'hi' }] };

const callRpc = (params: object, path = '/') =>
  send(path, { jsonrpc: '2.0', id: 1, method: 'SendMessage', params });
const respond = (request: object) => send('/v1/responses', { model: 'guide', ...request });
const complete = (request: object) => send('/v1/chat/completions', { model: 'guide', ...request });

async function runCommand(...argv: readonly string[]): Promise<string> {
  const env = { TIMESTEP_CONFIG: createTestFolder() };
  return (await runInProcess(argv, env, Date.now())).stderr;
}

async function callTool(name: string, args: JsonObject): Promise<string> {
  const { runner } = await open();
  const agents = ['guide', 'clerk'].map((one) => ({ name: one, description: one }));
  const tools = createMcpCallingTools({
    agents: {
      list: async () => agents,
      find: (named) => agents.find((one) => one.name === named),
    } as Parameters<typeof createMcpCallingTools>[0]['agents'],
    getTasks: () => createOwnTasks(runner, { principal: '' }),
    clock: systemClock,
    newId: createUuid,
  });
  const environment = createLocalEnvironment({ name: 'b', version: '1', tools }, systemClock);
  const context = { key: 'k', attempt: 1, signal: NEVER };
  return (await environment.callTool({ id: 'c', name, arguments: args }, context)).content;
}

/** Chooses an option of a session in an editor. */
async function choose(configId: string, value: string): Promise<string> {
  const tool = { type: 'function', function: { name: 'x', parameters: {} } } as const;
  const { editor, sessionId } = await createAskedStage({ tool, name: 'x', arguments: '{}' });
  const params = { sessionId, configId, value };
  return editor.request(methods.agent.session.setConfigOption, params).then(
    () => 'accepted',
    (thrown: unknown) => String(thrown),
  );
}

const database = () => join(createTestFolder(), 'tasks.db');

/** What is refused, over which way, and what the person reads of it. */
const REFUSALS: readonly (readonly [
  what: string,
  way: string,
  ask: () => Promise<string>,
  told: string,
])[] = [
  ['tenant', 'A2A', () => callRpc({ tenant: 'moon', message: MESSAGE }), 'there are guide, clerk'],
  ['tenant', 'A2A', () => callRpc({ tenant: 'gide', message: MESSAGE }), 'did you mean guide?'],
  [
    'tenant of an agent',
    'A2A',
    () => callRpc({ tenant: 'clerk', message: MESSAGE }, '/agents/guide/'),
    'there are guide',
  ],
  [
    'agent',
    'A2A',
    () => callRpc({ message: MESSAGE }, '/agents/gide/'),
    'there is no agent gide: did you mean guide?',
  ],
  ['agent', 'AG-UI', () => send('/agents/moon/agui', RUN), 'there are guide, clerk'],
  ['agent, left out', 'A2A', () => callRpc({ message: MESSAGE }), 'there are guide, clerk'],
  ['agent, left out', 'AG-UI', () => send('/agui', RUN), 'below /agents/NAME: there are guide'],
  ['model', 'Responses', () => respond({ model: 'gide', input: 'x' }), 'available: guide, clerk'],
  [
    'model',
    'chat',
    () => complete({ model: 'x', messages: RUN.messages }),
    'available: guide, clerk',
  ],
  [
    'agent',
    'the page',
    () => send('/ui/api/chats/chat-0001/messages?agent=gide', {}),
    'there is no agent gide: did you mean guide?',
  ],
  ['agent', 'MCP', () => callTool('call_agent', { agent: 'moon', message: 'x' }), 'guide, clerk'],
  ['agent', 'the command', () => runCommand('agents', 'ask', 'moon', 'hi'), 'no agent is saved'],
  ['tool', 'MCP', () => callTool('call_agnt', {}), 'there is no tool call_agnt'],
  ['tool', 'MCP', () => callTool('x', {}), 'list_agents, call_agent, get_task'],
  ['command', 'the command', () => runCommand('taks', 'list'), 'Did you mean timestep tasks list?'],
  ['option', 'the command', () => runCommand('tasks', 'list', '--sate'), 'Did you mean --state?'],
  [
    'value',
    'the command',
    () => runCommand('tasks', 'list', '--state', 'odd', '--database', database()),
    'use one of submitted, working, input-required',
  ],
  ['option', 'the editor', () => choose('mod', 'always'), 'did you mean mode?'],
  ['value', 'the editor', () => choose('mode', 'odd'), 'there are default, always, tool, never'],
  [
    'value',
    'A2A',
    () => callRpc({ message: { ...MESSAGE, role: 'odd' } }, '/agents/guide/'),
    'message.role must be "ROLE_USER"',
  ],
  [
    'value',
    'A2A',
    () => send('/agents/guide/tasks?status=odd'),
    'status must be one of TASK_STATE_SUBMITTED, TASK_STATE_WORKING',
  ],
  ['value', 'Responses', () => respond({ input: 'x', truncation: 'odd' }), 'must be "disabled"'],
  [
    'value',
    'Responses',
    () => respond({ input: [{ type: 'odd' }] }),
    'use message, function_call, function_call_output',
  ],
  [
    'value',
    'chat',
    () => complete({ messages: [{ role: 'odd', content: 'x' }] }),
    'must be one of system, developer, user, assistant, tool, not "odd"',
  ],
  [
    'value',
    'AG-UI',
    () => send('/agents/guide/agui', { ...RUN, messages: [{ id: 'm', role: 'odd', content: '' }] }),
    'messages[0].role must be one of',
  ],
  [
    'schema',
    'A2A',
    () => callRpc({ message: { ...MESSAGE, parts: [{ txt: 'x' }] } }, '/agents/guide/'),
    'message.parts[0] must contain exactly one of text, raw, url and data',
  ],
  ['schema', 'Responses', () => respond({ input: 3 }), 'input must be'],
  [
    'schema',
    'AG-UI',
    () => send('/agents/guide/agui', { ...RUN, messages: 3 }),
    'messages must be a list',
  ],
  ['schema', 'MCP', () => callTool('get_task', { task: 3 }), 'task: must be a text, not a number'],
  ['schema', 'MCP', () => callTool('call_agent', { agnt: 'x', message: 'x' }), 'agnt'],
];

it.each(REFUSALS)('an unknown %s is refused over %s with what is known', async (...row) => {
  const [, , ask, told] = row;
  const said = await ask();
  expect(said).toContain(told);
  expect(said).not.toMatch(/boolean schema|#\/|undefined|\[object/);
});
