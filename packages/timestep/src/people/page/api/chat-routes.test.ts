import { afterEach, beforeEach, expect, it } from 'vitest';
import { historyToMessages, getText, toArray } from '#core';
import { scriptedAgent } from '#agents/model';
import { openMemory } from '#engine/runner';
import { Agent, Environment, serve, type Serving } from '#serving/server';
import type {
  ConversationBranch,
  ConversationCommandResult,
  ConversationDetails,
  ConversationList,
  TaskDetails,
} from '#people/view';
import { createPageProtocol } from '../page-protocol.ts';

const CHAT = '/chats/0000-chat-1';
let serving: Serving;

beforeEach(async () => {
  const model = scriptedAgent((messages) => `${messages.length} messages`);
  serving = await serve({
    agents: [
      new Agent({ agentId: 'guide', name: 'Guide', description: 'Guides.', model }),
      caller(),
    ],
    port: 0,
    backend: (needs) => openMemory(needs),
    protocols: [
      createPageProtocol({ access: { kind: 'token', token: 't' }, files: async () => new Map() }),
    ],
  });
});

afterEach(() => serving.close(0));

/** Calls its tool, and says what it returned; its tools are the client's unless the client says otherwise. */
function caller(): Agent {
  const environment = new Environment({ environmentId: 'caller', agentId: 'caller' });
  environment.tool('look', { description: 'Looks.' }, () => 'seen');
  const call = { id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } } as const;
  const model = scriptedAgent((messages) => {
    const last = messages.at(-1);
    return last?.role === 'tool'
      ? { role: 'assistant', content: `It says ${getText(last)}` }
      : { role: 'assistant', content: null, tool_calls: [call] };
  });
  return new Agent({
    agentId: 'caller',
    name: 'Caller',
    description: 'Calls.',
    model,
    environment,
    toolSite: 'client',
  });
}

interface Answered<T> {
  readonly status: number;
  readonly body: T;
}

async function ask<T>(path: string, body?: object, method = 'POST'): Promise<Answered<T>> {
  const response = await serving.fetch(
    new Request(`${serving.url}/ui/api${path}`, {
      headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
      ...(body && { method, body: JSON.stringify(body) }),
    }),
  );
  return { status: response.status, body: (await response.json()) as T };
}

async function says(text: string, more: object = {}): Promise<TaskDetails> {
  const body = { messageId: text, text, ...more };
  const { body: task } = await ask<TaskDetails>(`${CHAT}/messages?agent=guide`, body);
  await serving.runner.waitUntilSettled(task.id, new AbortController().signal);
  return task;
}

it('lists whom to talk to, and keeps a conversation from its first message on', async () => {
  const before = await ask<ConversationList>('/chats');
  expect(before.body).toMatchObject({
    chats: [],
    agents: [{ id: 'guide', name: 'Guide', description: 'Guides.' }, { id: 'caller' }],
  });
  const fresh = await ask<ConversationDetails>(`${CHAT}?agent=guide`);
  expect(fresh.body).toMatchObject({ id: '0000-chat-1', agent: 'guide', name: '' });
  await says('Hello');
  const { body: list } = await ask<ConversationList>('/chats?agent=guide');
  expect(list.chats).toMatchObject([{ id: '0000-chat-1', agent: 'guide', name: 'Hello' }]);
});

it('lists conversations of people apart from contexts of programs', async () => {
  const message = { role: 'user', content: 'from afar' } as const;
  const call = { agent: 'guide', principal: '', messageId: 'm1', contextId: '0000-call', message };
  const { id } = await serving.runner.submit({ ...call, entry: 'a2a-1.0' });
  await serving.runner.waitUntilSettled(id, new AbortController().signal);
  await says('Hello');
  const { body: own } = await ask<ConversationList>('/chats?isOwn=true');
  expect(own.chats.map((chat) => chat.id)).toEqual(['0000-chat-1']);
  const { body: all } = await ask<ConversationList>('/chats');
  expect(all.chats).toMatchObject([
    { id: '0000-chat-1' },
    { id: '0000-call', name: 'from afar', entry: 'a2a-1.0' },
  ]);
  expect(all.chats[0]).not.toHaveProperty('entry');
});

it('puts all messages into one conversation, and one that is sent again once', async () => {
  const first = await says('one');
  const second = await says('two');
  const again = await says('two');
  expect([second.contextId, again.id]).toEqual([first.contextId, second.id]);
  const { body } = await ask<{ tasks: readonly unknown[] }>(`/tasks?context=${first.contextId}`);
  expect(body.tasks).toHaveLength(2);
});

it('runs the tools of agents whose clients usually do, as a page cannot', async () => {
  const path = '/chats/0000-caller/messages?agent=caller';
  const { body } = await ask<TaskDetails>(path, { messageId: 'a', text: 'Look' });
  const task = await serving.runner.waitUntilSettled(body.id, new AbortController().signal);
  expect(task.state).toBe('completed');
  expect(JSON.stringify(toArray(task.entries))).toContain('It says');
});

it('gives files to the agent as parts of the message', async () => {
  const image = { name: 'a.png', mediaType: 'image/png', data: 'aGk=' };
  const sheet = { name: 'a.csv', mediaType: 'text/csv', data: 'YSxi' };
  const { id } = await says('Look', { files: [image, sheet] });
  const task = await serving.runner.get(id);
  const [first] = toArray(task?.entries);
  expect(first?.message.content).toEqual([
    { type: 'text', text: 'Look' },
    {
      type: 'image_url',
      image_url: { url: 'data:image/png;base64,aGk=' },
      filename: 'a.png',
      media_type: 'image/png',
    },
    {
      type: 'file',
      file: { url: 'data:text/csv;base64,YSxi', filename: 'a.csv', media_type: 'text/csv' },
    },
  ]);
});

it('carries out slash commands, and completes them', async () => {
  await says('Hello');
  const renamed = await ask<ConversationCommandResult>(`${CHAT}/command`, {
    line: '/rename Journey',
  });
  expect(renamed.body).toMatchObject({ do: 'say' });
  expect((await ask<ConversationDetails>(CHAT)).body).toMatchObject({ name: 'Journey' });
  await ask(`${CHAT}/command`, { line: '/setting temperature 0.5' });
  expect((await ask<ConversationDetails>(CHAT)).body.settings).toEqual({ temperature: 0.5 });
  const wrong = await ask<ConversationCommandResult>(`${CHAT}/command`, { line: '/renme x' });
  expect(wrong.body).toMatchObject({ do: 'refuse', text: expect.stringContaining('/rename') });
  const { body: words } = await ask<{ word: string }[]>(`${CHAT}/completions?line=%2Fren`);
  expect(words).toMatchObject([{ word: '/rename' }]);
});

it('goes on with a conversation in another one', async () => {
  const { contextId } = await says('Hello');
  const { body } = await ask<ConversationCommandResult>(`${CHAT}/command`, { line: '/fork' });
  if (body.do !== 'open') throw new Error(JSON.stringify(body));
  expect(body.sessionId).not.toBe(contextId);
  const fork = `/chats/${body.sessionId}/messages`;
  const { body: task } = await ask<TaskDetails>(fork, { messageId: 'next', text: 'And on' });
  const settled = await serving.runner.waitUntilSettled(task.id, new AbortController().signal);
  expect([settled.contextId, historyToMessages(settled.origin.history)]).toEqual([
    body.sessionId,
    expect.arrayContaining([{ role: 'user', content: 'Hello' }]),
  ]);
});

it('makes conversations of the turns before a message that is written again', async () => {
  const first = await says('one');
  await says('two');
  const branch = async (body: object) =>
    (await ask<ConversationBranch>(`${CHAT}/branches`, body)).body.id;
  const [fromStart, afterOne] = [await branch({}), await branch({ after: first.id })];
  const reply = async (id: string) => {
    const sent = { messageId: `${id}-m`, text: 'again' };
    const { body } = await ask<TaskDetails>(`/chats/${id}/messages`, sent);
    const task = await serving.runner.waitUntilSettled(body.id, new AbortController().signal);
    return task.entries?.last.message.content;
  };
  expect(await reply(fromStart)).toBe('1 messages');
  expect(await reply(afterOne)).toBe('3 messages');
  const { body } = await ask<ConversationList>('/chats');
  const forks = body.chats.map(({ id, forkedFrom }) => [id, forkedFrom?.taskId]);
  expect(forks).toContainEqual([fromStart, undefined]);
  expect(forks).toContainEqual([afterOne, first.id]);
  expect(await ask(`${CHAT}/branches`, { after: 1 })).toMatchObject({ status: 400 });
  expect(await ask(`${CHAT}/branches`, { after: 'nothing' })).toMatchObject({ status: 409 });
});

it('erases a conversation with its turns, once', async () => {
  const { id } = await says('Hello');
  const erased = await ask<object>(CHAT, {}, 'DELETE');
  expect(erased).toEqual({ status: 200, body: {} });
  expect((await ask<ConversationList>('/chats')).body.chats).toEqual([]);
  expect(await serving.runner.get(id)).toBeUndefined();
  expect(await ask(`${CHAT}?agent=guide`, {}, 'DELETE')).toEqual(erased);
});

it('says what is wrong with a request', async () => {
  for (const [path, body, status, code] of [
    ['/chats/0000-other?agent=nobody', undefined, 404, 'agent-not-found'],
    ['/chats/x', undefined, 404, 'chat-not-found'],
    [`${CHAT}/messages?agent=guide`, { text: 'x' }, 400, 'bad-request'],
    [`${CHAT}/messages?agent=guide`, { messageId: 'a', text: ' ' }, 400, 'bad-request'],
    [
      `${CHAT}/messages?agent=guide`,
      { messageId: 'a', text: 'x', files: [{ name: 'a', mediaType: 'a"b', data: '' }] },
      400,
      'bad-request',
    ],
    [`${CHAT}/command?agent=guide`, { line: 5 }, 400, 'bad-request'],
  ] as const) {
    expect([path, await ask(path, body)]).toMatchObject([
      path,
      { status, body: { error: { code } } },
    ]);
  }
  expect((await ask(`${CHAT}/cancel?agent=guide`, {})).body).toEqual({});
});
