import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI, { APIError } from 'openai';
import {
  Agent,
  Environment,
  openMemory,
  openSqlite,
  serve,
  tool,
  type Backend,
} from '@timestep-ai/timestep';
import { getText, type AssistantMessage, type Message } from '@timestep-ai/timestep/core';
import type { BackendNeeds } from '@timestep-ai/timestep/port';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Repeats all that users have said, calls what it is told to, or waits. */
function model(messages: readonly Message[]): AssistantMessage | Promise<AssistantMessage> {
  const last = messages.at(-1);
  const heard = last ? getText(last) : '';
  if (last?.role === 'tool') return { role: 'assistant', content: `result: ${heard}` };
  if (heard === 'wait') return new Promise<never>(() => undefined);
  const [, name] = /^call (\w+)$/.exec(heard) ?? [];
  if (name !== undefined) {
    const call = {
      id: `call_${messages.length}`,
      type: 'function',
      function: { name, arguments: '{}' },
    } as const;
    return { role: 'assistant', content: null, tool_calls: [call] };
  }
  const said = messages.flatMap((one) => (one.role === 'user' ? [getText(one)] : []));
  return { role: 'assistant', content: `heard: ${said.join(', ')}` };
}

interface Place {
  readonly client: OpenAI;
  readonly other: OpenAI;
  readonly backend: Backend;
  readonly close: () => Promise<void>;
}

/** A server for ann and bob, of two agents. */
async function served(open: (needs: BackendNeeds) => Backend): Promise<Place> {
  const environment = new Environment({ environmentId: 'desk', enableHandoff: false }).tool(
    'pay',
    tool({ needsApproval: true, execute: () => 'paid' }),
  );
  const opened: Backend[] = [];
  const serving = await serve({
    agents: ['one', 'two'].map(
      (agentId) => new Agent({ agentId, name: agentId, model, environment }),
    ),
    port: 0,
    apiKeys: [
      { key: 'key-ann', principal: 'ann' },
      { key: 'key-bob', principal: 'bob' },
    ],
    backend: (needs) => {
      const backend = open(needs);
      opened.push(backend);
      return backend;
    },
  });
  const [backend] = opened;
  if (!backend) throw new Error('no backend was opened');
  const close = () => serving.close(0);
  onTestFinished(close);
  const clientOf = (apiKey: string): OpenAI =>
    new OpenAI({ baseURL: `${serving.url}/v1`, apiKey, maxRetries: 0 });
  return { client: clientOf('key-ann'), other: clientOf('key-bob'), backend, close };
}

async function itemsOf(
  { client }: Pick<Place, 'client'>,
  id: string,
  order: 'asc' | 'desc' = 'asc',
) {
  const items = [];
  for await (const item of client.conversations.items.list(id, { order, limit: 2 }))
    items.push(item);
  return items;
}

/** What items say, each with who says it. */
function told(items: readonly unknown[]): readonly string[] {
  return (
    items as readonly {
      readonly type: string;
      readonly role?: string;
      readonly content?: readonly { readonly text?: string }[];
    }[]
  ).map(({ type, role, content = [] }) =>
    type === 'message' ? `${role}: ${content.map(({ text }) => text).join('')}` : type,
  );
}

let databases = 0;
const BACKENDS = [
  ['memory', openMemory],
  [
    'SQLite',
    (needs: BackendNeeds) => {
      databases += 1;
      return openSqlite({ ...needs, path: join(folder, `${databases}.db`) });
    },
  ],
] as const;

describe.each(BACKENDS)('conversations on %s', (_name, open) => {
  it('go on from response to response, over several agents', async () => {
    const place = await served(open);
    const { client } = place;
    const { id, metadata } = await client.conversations.create({ metadata: { topic: 'tea' } });
    expect([id, metadata]).toEqual([expect.stringMatching(/^conv_/), { topic: 'tea' }]);
    const ask = (input: string, name = 'one') =>
      client.responses.create({ model: name, input, conversation: id });
    const first = await ask('green');
    expect(first).toMatchObject({ conversation: { id }, previous_response_id: null });
    expect((await ask('black')).output_text).toBe('heard: green, black');
    expect((await ask('white', 'two')).output_text).toBe('heard: green, black, white');
    const items = await itemsOf(place, id);
    expect(told(items)).toEqual([
      'user: green',
      'assistant: heard: green',
      'user: black',
      'assistant: heard: green, black',
      'user: white',
      'assistant: heard: green, black, white',
    ]);
    expect(told(await itemsOf(place, id, 'desc'))).toEqual(told(items).toReversed());
    const item = await client.conversations.items.retrieve(items[1]?.id ?? '', {
      conversation_id: id,
    });
    expect(item).toEqual(first.output[0]);
  });

  it('know what was put into them, and not what was taken out', async () => {
    const place = await served(open);
    const { client } = place;
    const said = (content: string) => ({ type: 'message', role: 'user', content }) as const;
    const { id } = await client.conversations.create({ items: [said('before')] });
    const conversation = { conversation_id: id };
    const ask = async (input: string): Promise<string> =>
      (await client.responses.create({ model: 'one', input, conversation: { id } })).output_text;
    expect(await ask('first')).toBe('heard: before, first');
    const added = await client.conversations.items.create(id, {
      items: [said('between'), said('wrong')],
    });
    expect(added.data).toHaveLength(2);
    await client.conversations.items.delete(added.data[1]?.id ?? '', conversation);
    expect(await ask('second')).toBe('heard: before, first, between, second');
    const [, , , third] = await itemsOf(place, id);
    expect(told([third])).toEqual(['user: between']);
    await client.conversations.items.delete(third?.id ?? '', conversation);
    expect(await ask('third')).toBe('heard: before, first, second, third');
    expect(await ask('fourth')).toBe('heard: before, first, second, third, fourth');
  });

  it('wait for results and for decisions', async () => {
    const { client } = await served(open);
    const { id: conversation } = await client.conversations.create();
    const tools = [{ type: 'function', name: 'look', parameters: {}, strict: false }] as const;
    const ask = (input: OpenAI.Responses.ResponseInput | string) =>
      client.responses.create({ model: 'one', input, conversation, tools: [...tools] });
    const [call] = (await ask('call look')).output;
    if (call?.type !== 'function_call') throw new Error('no call');
    const output = { type: 'function_call_output', call_id: call.call_id, output: 'tea' } as const;
    expect((await ask([output])).output_text).toBe('result: tea');
    const { output: asking } = await ask('call pay');
    const request = asking.find(({ type }) => type === 'mcp_approval_request');
    const paid = await ask([
      { type: 'mcp_approval_response', approval_request_id: request?.id ?? '', approve: true },
    ]);
    expect(paid.output_text).toBe('result: paid');
    const made = paid.output.find(({ type }) => type === 'mcp_call');
    expect(made).toMatchObject({ approval_request_id: request?.id });
  });

  it('belong to one caller, and take one response at a time', async () => {
    const { client, other } = await served(open);
    const { id } = await client.conversations.create({ metadata: { a: '1' } });
    for (const refused of [
      () => other.conversations.retrieve(id),
      () => other.conversations.delete(id),
      () => other.responses.create({ model: 'one', input: 'hi', conversation: id }),
    ]) {
      await expect(refused()).rejects.toMatchObject({
        status: 404,
        code: 'conversation_not_found',
      });
    }
    const ask = (input: string, background: boolean) =>
      client.responses.create({ model: 'one', input, conversation: id, background });
    const waiting = await ask('wait', true);
    const locked = { status: 409, code: 'conversation_locked' };
    await expect(ask('hi', false)).rejects.toMatchObject(locked);
    await client.responses.cancel(waiting.id);
    expect((await ask('hi', false)).output_text).toBe('heard: wait, hi');
    const both = await Promise.allSettled([ask('a', false), ask('b', false)]);
    const reasons = both.map((one) => (one.status === 'rejected' ? (one.reason as unknown) : 'ok'));
    expect(reasons).toContain('ok');
    const refused = reasons.filter((reason) => reason !== 'ok');
    expect(refused.filter((reason) => !(reason instanceof APIError))).toEqual([]);
    expect(await client.conversations.update(id, { metadata: { b: '2' } })).toMatchObject({
      metadata: { b: '2' },
    });
    expect(await client.conversations.delete(id)).toEqual({
      id,
      object: 'conversation.deleted',
      deleted: true,
    });
    await expect(client.conversations.retrieve(id)).rejects.toMatchObject({ status: 404 });
  });

  it('outlive their responses', async () => {
    const place = await served(open);
    const { client, backend } = place;
    const { id } = await client.conversations.create();
    const tools = [{ type: 'function', name: 'look', parameters: {}, strict: false } as const];
    const ask = (input: OpenAI.Responses.ResponseInput | string) =>
      client.responses.create({ model: 'one', input, conversation: id, tools });
    const responses = [await ask('green'), await ask('call look')];
    for (const one of responses) await backend.responses.delete('ann', one.id);
    const items = await itemsOf(place, id);
    expect(told(items)).toEqual([
      'user: green',
      'assistant: heard: green',
      'user: call look',
      'function_call',
    ]);
    const asked = items.at(-1);
    if (asked?.type !== 'function_call') throw new Error('no call');
    const output = { type: 'function_call_output', call_id: asked.call_id, output: 'tea' } as const;
    expect((await ask([output])).output_text).toBe('result: tea');
  });

  it('are told once what was put in while a call waited', async () => {
    const { client } = await served(open);
    const { id: conversation } = await client.conversations.create();
    const tools = [{ type: 'function', name: 'look', parameters: {}, strict: false }] as const;
    const ask = (input: OpenAI.Responses.ResponseInput | string) =>
      client.responses.create({ model: 'one', input, conversation, tools: [...tools] });
    const [call] = (await ask('call look')).output;
    if (call?.type !== 'function_call') throw new Error('no call');
    await client.conversations.items.create(conversation, {
      items: [{ type: 'message', role: 'user', content: 'between' }],
    });
    await ask([{ type: 'function_call_output', call_id: call.call_id, output: 'tea' }]);
    expect((await ask('last')).output_text).toBe('heard: call look, between, last');
  });

  it('keep what was put in when the response before it is deleted', async () => {
    const { client } = await served(open);
    const { id: conversation } = await client.conversations.create();
    const ask = (input: string) => client.responses.create({ model: 'one', input, conversation });
    const add = (content: string) =>
      client.conversations.items.create(conversation, {
        items: [{ type: 'message', role: 'user', content }],
      });
    const first = await ask('first');
    await add('put');
    await client.responses.delete(first.id);
    expect((await ask('second')).output_text).toBe('heard: put, second');
    const third = await ask('third');
    await add('kept');
    await client.responses.delete(third.id);
    expect((await ask('fourth')).output_text).toBe('heard: put, second, kept, fourth');
  });

  it('go on where half of a call was taken out, and give up the task that waits', async () => {
    const place = await served(open);
    const { client, backend } = place;
    const { id: conversation } = await client.conversations.create();
    const tools = [{ type: 'function', name: 'look', parameters: {}, strict: false }] as const;
    const ask = (input: OpenAI.Responses.ResponseInput | string) =>
      client.responses.create({ model: 'one', input, conversation, tools: [...tools] });
    const [call] = (await ask('call look')).output;
    await client.conversations.items.delete(call?.id ?? '', { conversation_id: conversation });
    expect((await ask('after')).output_text).toBe('heard: call look, after');
    const { tasks } = await backend.runner.list({
      principal: 'ann',
      contextId: conversation,
      pageSize: 10,
    });
    expect(tasks.map(({ state }) => state).toSorted()).toEqual(['canceled', 'completed']);
  });

  it('go on from their newest turn, whatever else has happened in the context', async () => {
    const { client, backend } = await served(open);
    const { id: conversation } = await client.conversations.create();
    const ask = (input: string) => client.responses.create({ model: 'one', input, conversation });
    await ask('first');
    for (let count = 0; count < 12; count += 1) {
      const { id } = await backend.runner.submit({
        agent: 'two',
        principal: 'ann',
        messageId: `other-${count}`,
        contextId: conversation,
        message: { role: 'user', content: 'another protocol' },
      });
      await backend.runner.waitUntilSettled(id, new AbortController().signal);
    }
    expect((await ask('second')).output_text).toBe('heard: first, second');
  });

  it('list items that came with the same id apart, page by page', async () => {
    const place = await served(open);
    const { client } = place;
    const again = ['a', 'b', 'a', 'c', 'a'].map((id) => ({
      id,
      type: 'message',
      role: 'user',
      content: id,
    }));
    const { id } = await client.conversations.create({
      items: again as OpenAI.Responses.ResponseInputItem[],
    });
    const ids = (await itemsOf(place, id)).map((item) => item.id);
    expect(ids).toEqual(['a', 'b', 'a_2', 'c', 'a_3']);
    await client.conversations.items.delete('a_2', { conversation_id: id });
    expect((await itemsOf(place, id)).map((item) => item.id)).toEqual(['a', 'b', 'c', 'a_3']);
  });

  it('take what several programs put in at once', async () => {
    const place = await served(open);
    const { client } = place;
    const { id } = await client.conversations.create();
    const names = Array.from({ length: 20 }, (_, index) => `n${index}`);
    await Promise.all(
      names.map((content) =>
        client.conversations.items.create(id, {
          items: [{ type: 'message', role: 'user', content }],
        }),
      ),
    );
    expect(told(await itemsOf(place, id)).toSorted()).toEqual(
      names.map((name) => `user: ${name}`).toSorted(),
    );
  });

  it('are counted in tokens', async () => {
    const { client, other } = await served(open);
    const { id: conversation } = await client.conversations.create({
      items: [{ type: 'message', role: 'user', content: 'a long story'.repeat(100) }],
    });
    const count = async (more: object): Promise<number> =>
      (await client.responses.inputTokens.count({ input: 'hi', ...more })).input_tokens;
    expect(await count({ conversation })).toBe((await count({})) + 303);
    await expect(
      other.responses.inputTokens.count({ input: 'hi', conversation }),
    ).rejects.toMatchObject({ status: 404 });
  });

  it.each<[string, object, number, string]>([
    [
      'both ways to continue',
      { conversation: 'c', previous_response_id: 'r' },
      400,
      'previous_response_id',
    ],
    ['a response that is not stored', { conversation: 'c', store: false }, 400, 'conversation'],
    ['a conversation that is a number', { conversation: 1 }, 400, 'conversation'],
    ['a conversation without an id', { conversation: {} }, 400, 'conversation.id'],
    ['a conversation that is not there', { conversation: 'conv_none' }, 404, ''],
  ])('refuse %s', async (_what, more, status, param) => {
    const { client } = await served(open);
    const wrong = {
      model: 'one',
      input: 'hi',
      ...more,
    } as OpenAI.Responses.ResponseCreateParamsNonStreaming;
    await expect(client.responses.create(wrong)).rejects.toMatchObject({
      status,
      ...(param !== '' && { param }),
    });
  });

  it('refuse more items than they take at a time, and what is not an item', async () => {
    const { client } = await served(open);
    const { id } = await client.conversations.create();
    const item = { type: 'message', role: 'user', content: 'hi' } as const;
    const add = (items: unknown) =>
      client.conversations.items.create(id, { items: items as (typeof item)[] });
    await expect(add(Array.from({ length: 21 }, () => item))).rejects.toMatchObject({
      status: 400,
      code: 'array_above_max_length',
    });
    await expect(add([{ type: 'message' }])).rejects.toMatchObject({ param: 'items[0].role' });
    await expect(add([])).rejects.toMatchObject({ status: 400, param: 'items' });
  });
});

it('a conversation goes on after a restart', async () => {
  const path = join(folder, 'restarted.db');
  const first = await served((needs) => openSqlite({ ...needs, path }));
  const { id } = await first.client.conversations.create({ metadata: { topic: 'tea' } });
  await first.client.responses.create({ model: 'one', input: 'green', conversation: id });
  await first.close();
  const { client } = await served((needs) => openSqlite({ ...needs, path }));
  expect(await client.conversations.retrieve(id)).toMatchObject({ metadata: { topic: 'tea' } });
  const next = await client.responses.create({ model: 'one', input: 'black', conversation: id });
  expect(next.output_text).toBe('heard: green, black');
});

it('conversations are not among the sessions of people', async () => {
  const { client, backend } = await served(openMemory);
  await client.conversations.create();
  expect((await backend.sessions.list({ principal: 'ann', pageSize: 10 })).sessions).toEqual([]);
});
