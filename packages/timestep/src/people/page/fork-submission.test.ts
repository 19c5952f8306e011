import { afterEach, expect, it } from 'vitest';
import { getText, TimestepError } from '#core';
import type { AgentChoices, AgentModels } from '#engine/port';
import { scriptedAgent } from '#agents/model';
import { openMemory } from '#engine/runner';
import { Agent, Environment, serve, type Serving } from '#serving/server';
import type { TaskDetails, TaskTree } from '#people/view';
import { createPageProtocol } from './page-protocol.ts';

const HEADERS = { authorization: 'Bearer a-token', 'content-type': 'application/json' };
const never = new AbortController().signal;

let serving: Serving;
/** What the model was given, each time. */
let asked: string[][];
let isBroken: boolean;

afterEach(() => serving.close(0));

async function open(): Promise<void> {
  asked = [];
  isBroken = false;
  const model = scriptedAgent((messages) => {
    asked.push(messages.map((message) => `${message.role}: ${getText(message)}`));
    if (isBroken) throw new Error('the model is away');
    const isFirst = messages.filter(({ role }) => role === 'user').length === 1;
    return { role: 'assistant', content: isFirst ? 'Where to?' : 'Done.', expects_reply: isFirst };
  });
  serving = await serve({
    agents: [new Agent({ agentId: 'guide', name: 'Guide', model })],
    port: 0,
    backend: (needs) => openMemory(needs),
    protocols: [
      createPageProtocol({
        access: { kind: 'token', token: 'a-token' },
        files: async () => new Map(),
      }),
    ],
  });
}

async function say(messageId: string, content: string, taskId?: string): Promise<string> {
  const message = { role: 'user', content } as const;
  const given = { agent: 'guide', principal: 'ann', contextId: 'c', messageId, message };
  const { id } = await serving.runner.submit({ ...given, ...(taskId !== undefined && { taskId }) });
  await serving.runner.waitUntilSettled(id, never);
  return id;
}

async function fork(id: string, body: unknown): Promise<{ status: number; head: TaskDetails }> {
  const request = new Request(`${serving.url}/ui/api/tasks/${id}/fork`, {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify(body),
  });
  const response = await serving.fetch(request);
  const head = (await response.json()) as TaskDetails;
  if (response.ok) await serving.runner.waitUntilSettled(head.id, never);
  return { status: response.status, head };
}

it('begins a failed task again in its conversation, once for each id', async () => {
  await open();
  isBroken = true;
  const failed = await say('m1', 'Book a trip');
  expect((await serving.runner.get(failed))?.state).toBe('failed');
  isBroken = false;
  const { status, head } = await fork(failed, { messageId: 'again' });
  const task = await serving.runner.get(head.id);
  expect([status, head.title, head.principal]).toEqual([200, 'Book a trip', 'ann']);
  expect([task?.state, task?.contextId]).toEqual(['input-required', 'c']);
  expect((await fork(failed, { messageId: 'again' })).head.id).toBe(head.id);
  expect(asked.at(-1)).toEqual(['user: Book a trip']);
});

it('begins a conversation of its own from a later message, with what was said before it', async () => {
  await open();
  const id = await say('m1', 'Book a trip');
  await say('m2', 'Oakland', id);
  const { status, head } = await fork(id, { messageId: 'f', from: 'm2', text: 'Tokyo' });
  expect(status).toBe(200);
  expect(asked.at(-1)).toEqual(['user: Book a trip', 'assistant: Where to?', 'user: Tokyo']);
  expect(head.contextId).not.toBe('c');
  const same = await fork(id, { messageId: 'g', from: 'm1' });
  expect(asked.at(-1)).toEqual(['user: Book a trip']);
  expect(same.head.contextId).not.toBe('c');
});

it('begins nothing again that has not ended, or is not there', async () => {
  await open();
  const id = await say('m1', 'Book a trip');
  expect((await fork(id, { messageId: 'f' })).status).toBe(409);
  await say('m2', 'Oakland', id);
  expect((await fork(id, { messageId: 'f', from: 'm9' })).status).toBe(409);
  expect((await fork('unknown', { messageId: 'f' })).status).toBe(404);
  for (const body of [{}, [], { messageId: 'f', text: ' ' }, { messageId: 'f', from: 1 }]) {
    expect((await fork(id, body)).status).toBe(400);
  }
});

/** What the tool was called with, each time. */
let paid: unknown[];

/** Opens a server whose agent pays once, and says what the tool has answered. */
async function openWithTool(): Promise<void> {
  [asked, paid] = [[], []];
  const environment = new Environment({ environmentId: 'shop', agentId: 'guide' });
  environment.tool('pay', { description: 'Pays.' }, (given) => `receipt ${paid.push(given)}`);
  const model = scriptedAgent((messages) => {
    const said = messages.filter(({ role }) => role !== 'system');
    asked.push(said.map((message) => `${message.role}: ${getText(message)}`));
    const result = messages.find(({ role }) => role === 'tool');
    if (result) return `Paid, ${getText(result)}.`;
    const called = { name: 'pay', arguments: '{"amount":5}' };
    const call = { id: 'c1', type: 'function', function: called } as const;
    return { role: 'assistant', content: null, tool_calls: [call] };
  });
  serving = await serve({
    agents: [
      new Agent({ agentId: 'guide', name: 'Guide', toolSite: 'server', environment, model }),
    ],
    port: 0,
    backend: (needs) => openMemory(needs),
    protocols: [
      createPageProtocol({
        access: { kind: 'token', token: 'a-token' },
        files: async () => new Map(),
      }),
    ],
  });
}

async function listRowIds(id: string, kind: string): Promise<string[]> {
  const response = await serving.fetch(
    new Request(`${serving.url}/ui/api/tasks/${id}/tree`, { headers: HEADERS }),
  );
  const { tasks } = (await response.json()) as TaskTree;
  const { running = [], ended = [] } = tasks[0]?.timeline ?? {};
  const rows = [...ended, ...running];
  return rows.filter((row) => row.kind === kind).map((row) => row.id);
}

it('asks the model again from a step, without the calls before it', async () => {
  await openWithTool();
  const id = await say('m1', 'Pay five');
  const [first = '', second = ''] = await listRowIds(id, 'model');
  const { status, head } = await fork(id, { messageId: 'f', row: second });
  expect(status).toBe(200);
  expect(paid).toHaveLength(1);
  expect(asked.at(-1)).toEqual(['user: Pay five', 'assistant: ', 'tool: receipt 1']);
  expect(head.contextId).not.toBe('c');
  expect(head.forkedFrom).toEqual({ taskId: id, generation: Number(second.split('/')[1]) });
  expect((await fork(id, { messageId: 'f', row: second })).head.id).toBe(head.id);
  const begun = await fork(id, { messageId: 'g', row: first });
  expect(begun.status).toBe(200);
  expect(asked.at(-2)).toEqual(['user: Pay five']);
  expect(paid).toHaveLength(2);
});

it('asks the model that decided a call again, from the step of the call', async () => {
  await openWithTool();
  const id = await say('m1', 'Pay five');
  const [tool = ''] = await listRowIds(id, 'tool');
  const [first = ''] = await listRowIds(id, 'model');
  const { head } = await fork(id, { messageId: 'f', row: tool });
  expect(head.forkedFrom?.generation).toBe(Number(first.split('/')[1]));
  expect(paid).toHaveLength(2);
});

it('runs a whole task again in a conversation of its own', async () => {
  await openWithTool();
  const id = await say('m1', 'Pay five');
  const [turn = ''] = await listRowIds(id, 'turn');
  const { head } = await fork(id, { messageId: 'f', row: turn });
  expect(head).toMatchObject({ title: 'Pay five', forkedFrom: { taskId: id } });
  expect(head.contextId).not.toBe('c');
  expect(paid).toHaveLength(2);
  // A fork of a step has no message of its own, and runs again from what it was given.
  const [, second = ''] = await listRowIds(id, 'model');
  const forked = await fork(id, { messageId: 'g', row: second });
  const again = await fork(forked.head.id, { messageId: 'h', row: 'turn/1/' });
  expect(again.status).toBe(200);
  expect(asked.at(-1)).toEqual(asked.at(-2));
  expect(paid).toHaveLength(2);
});

it('forks from no row that does not exist, and from none together with a message', async () => {
  await openWithTool();
  const id = await say('m1', 'Pay five');
  expect((await fork(id, { messageId: 'f', row: 'model/99/' })).status).toBe(404);
  expect((await fork(id, { messageId: 'f', row: 'nothing' })).status).toBe(404);
  expect((await fork(id, { messageId: 'f', row: 'turn/1/', from: 'm1' })).status).toBe(400);
});

it('changes the result of a call that the model reads, without making the call again', async () => {
  await openWithTool();
  const id = await say('m1', 'Pay five');
  const [tool = ''] = await listRowIds(id, 'tool');
  const { status, head } = await fork(id, { messageId: 'f', row: tool, result: 'no money' });
  expect(status).toBe(200);
  expect(paid).toHaveLength(1);
  expect(asked.at(-1)).toEqual(['user: Pay five', 'assistant: ', 'tool: no money']);
  const [, second = ''] = await listRowIds(id, 'model');
  expect(head.forkedFrom?.generation).toBe(Number(second.split('/')[1]));
  const before = asked.length;
  const [model = ''] = await listRowIds(id, 'model');
  expect((await fork(id, { messageId: 'g', row: model, result: 'x' })).status).toBe(404);
  expect((await fork(id, { messageId: 'h', from: 'm1', result: 'x' })).status).toBe(400);
  expect(asked).toHaveLength(before);
});

it('changes the newest message of the user, for a step and for a whole task', async () => {
  await openWithTool();
  const id = await say('m1', 'Pay five');
  const [, second = ''] = await listRowIds(id, 'model');
  await fork(id, { messageId: 'f', row: second, text: 'Pay six' });
  expect(asked.at(-1)).toEqual(['user: Pay six', 'assistant: ', 'tool: receipt 1']);
  const { head } = await fork(id, { messageId: 'g', row: 'turn/1/', text: 'Pay seven' });
  expect(asked.at(-2)).toEqual(['user: Pay seven']);
  expect([head.title, paid.length]).toEqual(['Pay seven', 2]);
});

it('asks another model that the agent may use, and refuses others', async () => {
  const called: unknown[] = [];
  const agent = new Agent({
    agentId: 'guide',
    name: 'Guide',
    model: (_messages, { turn }) => {
      called.push(turn?.model);
      return { role: 'assistant', content: 'Done.' };
    },
  });
  const models: AgentModels = {
    getOwnModel: () => 'test/own',
    providers: () => [],
    list: async () => [],
    check(model) {
      if (model !== 'test/other') throw new TimestepError('unknown-model', `no model ${model}`);
    },
  };
  const choices = { models } as unknown as AgentChoices;
  serving = await serve({
    agents: [Object.assign(agent, { choices })],
    port: 0,
    backend: (needs) => openMemory(needs),
    protocols: [
      createPageProtocol({
        access: { kind: 'token', token: 'a-token' },
        files: async () => new Map(),
      }),
    ],
  });
  const id = await say('m1', 'Pay five');
  const [model = ''] = await listRowIds(id, 'model');
  expect((await fork(id, { messageId: 'f', row: model, model: 'test/other' })).status).toBe(200);
  expect((await fork(id, { messageId: 'g', row: 'turn/1/', model: 'test/other' })).status).toBe(
    200,
  );
  expect((await fork(id, { messageId: 'h', row: model, model: 'test/none' })).status).toBe(409);
  expect(called).toEqual([undefined, 'test/other', 'test/other']);
});

it('refuses another model where the agent is a program without a choice', async () => {
  await openWithTool();
  const id = await say('m1', 'Pay five');
  const body = { messageId: 'f', row: 'turn/1/', model: 'test/other' };
  expect((await fork(id, body)).status).toBe(409);
});
