import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadAgentFolder } from '#agents/agent';
import { openMemory } from '#engine/runner';
import { Agent, serve, type Serving } from '#serving/server';
import type {
  ConversationCommandResult,
  ConversationModel,
  ConversationModelList,
  TaskDetails,
} from '#people/view';
import { createPageProtocol } from '../page-protocol.ts';

const CHAT = '/chats/0000-chat-1';
const FILES = {
  'tsagent.json': JSON.stringify({
    metadata: { name: 'Guide' },
    settings: { model: 'script:talk.json' },
  }),
  'talk.json': JSON.stringify({ rules: [{ when: { user: { contains: '' } }, reply: 'Well.' }] }),
  'rules/short.mdt': '---\nname: short\ninclude: always\n---\nBe short.',
  'rules/loud.mdt': '---\nname: loud\ninclude: manual\n---\nSHOUT.',
};
let folder: string;
let serving: Serving;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'timestep-choices-'));
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  serving = await serve({
    agents: [new Agent(loadAgentFolder(folder, { env: {} }))],
    port: 0,
    backend: (needs) => openMemory(needs),
    protocols: [
      createPageProtocol({ access: { kind: 'token', token: 't' }, files: async () => new Map() }),
    ],
  });
});

afterEach(async () => {
  await serving.close(0);
  rmSync(folder, { recursive: true, force: true });
});

async function send<T>(path: string, body: unknown, method = 'POST'): Promise<T> {
  const response = await serving.fetch(
    new Request(`${serving.url}/ui/api${path}?agent=guide`, {
      headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
      ...(body !== undefined && { method, body: JSON.stringify(body) }),
    }),
  );
  return (await response.json()) as T;
}

async function line(text: string): Promise<string> {
  const answer = await send<ConversationCommandResult>(`${CHAT}/command`, { line: text });
  return 'text' in answer ? answer.text : JSON.stringify(answer);
}

async function says(text: string): Promise<unknown> {
  const { id } = await send<TaskDetails>(`${CHAT}/messages`, { messageId: text, text });
  const task = await serving.runner.waitUntilSettled(id, new AbortController().signal);
  return task.entries?.last.message.content;
}

it('lets a conversation of the page choose its model', async () => {
  expect(await line('/model')).toBe('The model is `script:talk.json`.');
  expect(await says('Hello')).toBe('Well.');
  expect(await line('/model anthropic/x')).toContain('ANTHROPIC_API_KEY');
  expect(await line('/model script:other.json')).toContain('cannot use a script');
  await line('/model builtin:echo');
  expect(await says('Here')).toBe('Echo: Here');
});

it('sets what a form gives, and takes back what it leaves empty', async () => {
  const path = `${CHAT}/settings`;
  const read = async () => (await send<{ schema: object }>(path, undefined)).schema;
  expect(await read()).toMatchObject({
    properties: {
      model: { type: 'string', description: expect.stringContaining('script:talk.json') },
      temperature: { type: 'number', minimum: 0, maximum: 2 },
      toolPermission: { enum: ['tool', 'always', 'never'] },
    },
  });
  const filled = { model: 'builtin:echo', temperature: 0.5, toolPermission: 'never' };
  expect(await send(path, filled, 'PUT')).toMatchObject({
    schema: {
      properties: {
        model: { default: 'builtin:echo' },
        temperature: { default: 0.5 },
        toolPermission: { default: 'never' },
      },
    },
  });
  expect(await says('Here')).toBe('Echo: Here');
  for (const [wrong, message] of [
    [{ temperature: 9 }, 'temperature must be a number from 0 to 2'],
    [{ colour: 'red' }, 'unknown setting colour'],
    [{ model: 'anthropic/x' }, 'ANTHROPIC_API_KEY'],
    [[], 'must be an object'],
  ] as const) {
    expect(await send(path, wrong, 'PUT')).toEqual({
      error: { code: 'bad-setting', message: expect.stringContaining(message) as string },
    });
  }
  expect(await read()).toMatchObject({ properties: { temperature: { default: 0.5 } } });
  await send(path, { maxChatTurns: 3 }, 'PUT');
  const { properties } = (await read()) as { properties: Record<string, object> };
  expect(Object.keys(properties).filter((name) => 'default' in (properties[name] ?? {}))).toEqual([
    'maxChatTurns',
  ]);
});

it('shows what the agent has, takes it in, and says why it was chosen', async () => {
  expect(await line('/rules')).toBe('- `loud` (on request)\n- `short` (always)');
  await line('/rules include loud');
  await says('Hello');
  const context = await line('/context');
  expect(context).toContain('rule `short` (always');
  expect(context).toContain('rule `loud` (session');
  expect(context).toContain('128000 tokens');
});

it('sums up a conversation with the model that answers in it', async () => {
  await says('Hello');
  expect(await line('/compact')).toBe('Well.');
  await says('And on');
  const { tasks } = await serving.runner.list({ principal: '', pageSize: 1 });
  expect(JSON.stringify(tasks[0]?.origin.history)).toContain('Well.');
  expect(JSON.stringify(tasks[0]?.origin.history)).not.toContain('Hello');
});

it('chooses the model of one conversation, which its log and its turns name', async () => {
  const path = `${CHAT}/model`;
  const read = () => send<ConversationModel>(path, undefined);
  expect(await read()).toMatchObject({ isChoosable: true, own: 'script:talk.json' });
  expect(await read()).not.toHaveProperty('fill');
  expect(await send(path, { model: 'builtin:echo' }, 'PUT')).toMatchObject({
    own: 'script:talk.json',
    chosen: 'builtin:echo',
  });
  expect(await says('Here')).toBe('Echo: Here');
  const { tasks } = await serving.runner.list({ agent: 'guide', principal: '', pageSize: 1 });
  expect(tasks[0]?.origin.turn?.model).toBe('builtin:echo');
  const { fill } = await read();
  expect(fill?.tokens).toBeGreaterThan(0);
  expect(fill?.parts.map(({ part }) => part)).toContain('conversation');
  expect(await send(path, { model: null }, 'PUT')).not.toHaveProperty('chosen');
  expect(await says('Again')).toBe('Well.');
  expect(await send(path, { model: 'anthropic/x' }, 'PUT')).toEqual({
    error: { code: 'bad-setting', message: expect.stringContaining('ANTHROPIC_API_KEY') as string },
  });
  expect(await send(path, { model: 1 }, 'PUT')).toMatchObject({ error: { code: 'bad-request' } });
  const { models } = await send<ConversationModelList>(`${CHAT}/models`, undefined);
  expect(Array.isArray(models)).toBe(true);
});
