import { describe, expect, it } from 'vitest';
import { getText, type JsonObject, type Message } from '#core';
import { calls, idOf, outputOf, says, script, serve, type Served } from '../served.fixture.ts';

const WEATHER = {
  type: 'function',
  name: 'get_weather',
  parameters: { type: 'object', properties: {} },
} as const;

async function tasksOf({ runner }: Served) {
  const { tasks } = await runner.list({ principal: '', pageSize: 100 });
  return tasks.toSorted((a, b) => a.createdAt - b.createdAt);
}

function output(call_id: string, text: string): JsonObject {
  return { type: 'function_call_output', call_id, output: text };
}

function rolesOf(messages: readonly Message[] | undefined): string[] | undefined {
  return messages?.map((message) => `${message.role} ${getText(message)}`.trim());
}

describe('previous_response_id', () => {
  it('continues the whole conversation, but not its instructions', async () => {
    const { agent, seen } = script(says('one'), says('two'), says('three'));
    const served = serve(agent);
    const first = await served.post({ input: 'a', instructions: 'be brief' });
    const second = await served.post({ input: 'b', previous_response_id: idOf(first) });
    await served.post({ input: 'c', previous_response_id: idOf(second), instructions: 'sing' });
    expect(second.body).toMatchObject({ previous_response_id: idOf(first), instructions: null });
    expect(rolesOf(seen[1]?.messages)).toEqual(['user a', 'assistant one', 'user b']);
    expect(rolesOf(seen[2]?.messages)).toEqual([
      'system sing',
      'user a',
      'assistant one',
      'user b',
      'assistant two',
      'user c',
    ]);
    const contexts = (await tasksOf(served)).map((task) => task.contextId);
    expect(new Set(contexts).size).toBe(1);
  });

  it('can be continued more than once, each time from where it ended', async () => {
    const { agent, seen } = script(says('one'), says('two'), says('three'));
    const served = serve(agent);
    const previous_response_id = idOf(await served.post({ input: 'a' }));
    await served.post({ input: 'b', previous_response_id });
    await served.post({ input: 'c', previous_response_id });
    expect(rolesOf(seen[2]?.messages)).toEqual(['user a', 'assistant one', 'user c']);
  });
});

describe('a function of the caller', () => {
  const first = { input: 'Weather?', tools: [WEATHER], instructions: 'be brief' };
  const replies = [calls(['c1', 'get_weather'], ['c2', 'get_weather']), says('Sunny.')];

  it('goes on in the same task when its results come', async () => {
    const { agent, seen } = script(...replies);
    const served = serve(agent);
    const asked = await served.post(first);
    const answered = await served.post({
      ...first,
      input: [output('c2', 'rain'), output('c1', 'sun'), { role: 'user', content: 'quick' }],
      previous_response_id: idOf(asked),
    });
    expect(answered.body).toMatchObject({ status: 'completed', usage: { total_tokens: 14 } });
    expect(outputOf(answered)).toMatchObject([{ content: [{ text: 'Sunny.' }] }]);
    expect(rolesOf(seen[1]?.messages)).toEqual([
      'system be brief',
      'user Weather?',
      'assistant',
      'tool sun',
      'tool rain',
      'user quick',
    ]);
    expect(await tasksOf(served)).toHaveLength(1);
  });

  it.each<[string, JsonObject, string[]]>([
    ['instructions', { instructions: 'sing' }, ['system sing']],
    ['no instructions', { instructions: null }, []],
    ['no tools', { tools: [] }, ['system be brief']],
    ['a setting', { temperature: 0 }, ['system be brief']],
    [
      'messages beside the results',
      {
        input: [output('c1', 'sun'), output('c2', 'rain'), { role: 'system', content: 'now' }],
      },
      ['system be brief'],
    ],
  ])('goes on in a new task when the request has other %s', async (_name, change, head) => {
    const { agent, seen } = script(...replies);
    const served = serve(agent);
    const previous_response_id = idOf(await served.post(first));
    const input = [output('c1', 'sun'), output('c2', 'rain')];
    const answered = await served.post({ ...first, input, previous_response_id, ...change });
    expect(answered.body).toMatchObject({ status: 'completed', usage: { total_tokens: 14 } });
    expect(rolesOf(seen[1]?.messages)?.slice(0, head.length + 4)).toEqual([
      ...head,
      'user Weather?',
      'assistant',
      'tool sun',
      'tool rain',
    ]);
    const states = (await tasksOf(served)).map((task) => task.state);
    expect(states.toSorted()).toEqual(['canceled', 'completed']);
  });

  it('can be answered twice, and a third time after that', async () => {
    const { agent, seen } = script(...replies, says('Rainy.'), says('Snowy.'));
    const served = serve(agent);
    const previous_response_id = idOf(await served.post(first));
    const answer = (text: string) =>
      served.post({
        ...first,
        input: [output('c1', text), output('c2', text)],
        previous_response_id,
      });
    const both = await Promise.all([answer('sun'), answer('rain')]);
    const third = await answer('snow');
    expect([...both, third].map(({ body }) => body['status'])).toEqual([
      'completed',
      'completed',
      'completed',
    ]);
    expect(rolesOf(seen[3]?.messages)).toEqual([
      'system be brief',
      'user Weather?',
      'assistant',
      'tool snow',
      'tool snow',
    ]);
    expect(await tasksOf(served)).toHaveLength(3);
  });

  it('is not confused by a call made on this side at the same time', async () => {
    const mixed = [calls(['c1', 'get_weather'], ['c2', 'look_up']), says('Sunny.')];
    const { agent, seen } = script(...mixed);
    const served = serve(agent, { tools: { look_up: () => 'found' } });
    const asked = await served.post(first);
    expect(outputOf(asked).map(({ type, status }) => [type, status])).toEqual([
      ['function_call', 'completed'],
      ['mcp_call', 'completed'],
    ]);
    const previous_response_id = idOf(asked);
    const input = [output('c1', 'sun')];
    await served.post({ ...first, input, previous_response_id, instructions: null });
    expect(rolesOf(seen[1]?.messages)).toEqual([
      'user Weather?',
      'assistant',
      'tool found',
      'tool sun',
    ]);
  });

  it.each<[string, JsonObject[], string]>([
    ['no result', [{ role: 'user', content: 'never mind' }], 'missing_tool_output'],
    ['one result too few', [output('c1', 'sun')], 'missing_tool_output'],
    [
      'a result nobody asked for',
      [output('c1', 'sun'), output('c2', 'rain'), output('c9', 'x')],
      'unknown_call_id',
    ],
  ])('refuses %s, and takes the right ones afterwards', async (_name, input, code) => {
    const served = serve(script(...replies).agent);
    const previous_response_id = idOf(await served.post(first));
    const refused = await served.post({ ...first, input, previous_response_id });
    expect(refused).toMatchObject({ status: 400, body: { error: { code, param: 'input' } } });
    const right = [output('c1', 'sun'), output('c2', 'rain')];
    const answered = await served.post({ ...first, input: right, previous_response_id });
    expect(answered.body).toMatchObject({ status: 'completed' });
  });
});

describe('a caller that replays the conversation itself', () => {
  const first = { input: [{ role: 'user', content: 'Weather?' }], tools: [WEATHER], store: false };

  it('gets on with results at the end of the input', async () => {
    const { agent, seen } = script(calls(['c1', 'get_weather']), says('Sunny.'));
    const served = serve(agent);
    const asked = await served.post(first);
    const input = [...first.input, ...outputOf(asked), output('c1', 'sun')];
    const answered = await served.post({ ...first, input });
    expect(outputOf(answered)).toMatchObject([{ content: [{ text: 'Sunny.' }] }]);
    expect(rolesOf(seen[1]?.messages)).toEqual(['user Weather?', 'assistant', 'tool sun']);
    expect(await served.ask('GET', `/v1/responses/${idOf(asked)}`)).toMatchObject({ status: 404 });
  });

  it('leaves no task behind', async () => {
    const served = serve(script(calls(['c1', 'get_weather'])).agent);
    await served.post(first);
    expect(await tasksOf(served)).toEqual([]);
  });

  it('leaves the task alone that waits for what it gives to one of its own', async () => {
    const { agent, seen } = script(calls(['c1', 'get_weather']), says('Sunny.'), says('Rainy.'));
    const served = serve(agent);
    const asked = await served.post({ ...first, store: true });
    const more = { previous_response_id: idOf(asked), tools: first.tools };
    const unstored = { ...more, input: [output('c1', 'sun')], store: false };
    expect(outputOf(await served.post(unstored))).toMatchObject([
      { content: [{ text: 'Sunny.' }] },
    ]);
    expect(rolesOf(seen[1]?.messages)).toEqual(['user Weather?', 'assistant', 'tool sun']);
    expect((await tasksOf(served)).map((task) => task.state)).toEqual(['input-required']);
    const stored = await served.post({ ...more, input: [output('c1', 'rain')] });
    expect(outputOf(stored)).toMatchObject([{ content: [{ text: 'Rainy.' }] }]);
    expect(JSON.stringify(await tasksOf(served))).not.toContain('sun');
  });

  it('gets calls made on this side back as they were', async () => {
    const tools = { look_up: () => 'found', fail: () => Promise.reject(new Error('broken')) };
    const { agent, seen } = script(
      calls(['c1', 'look_up']),
      calls(['c2', 'fail']),
      says('Done.'),
      says('Again.'),
    );
    const served = serve(agent, { tools });
    const answered = await served.post({ input: 'go' });
    const input = [
      { role: 'user', content: 'go' },
      ...outputOf(answered),
      { role: 'user', content: 'more' },
    ];
    await served.post({ input, store: false });
    const replayed = rolesOf(seen[3]?.messages);
    expect(replayed).toEqual([
      ...(rolesOf(seen[2]?.messages) ?? []),
      'assistant Done.',
      'user more',
    ]);
  });

  it('may refer to stored items instead', async () => {
    const { agent, seen } = script(calls(['c1', 'get_weather']), says('Sunny.'));
    const served = serve(agent);
    const asked = await served.post({ ...first, store: true });
    const reference = { type: 'item_reference', id: outputOf(asked)[0]?.['id'] as string };
    const input = [...first.input, reference, output('c1', 'sun')];
    await served.post({ ...first, input });
    expect(rolesOf(seen[1]?.messages)).toEqual(['user Weather?', 'assistant', 'tool sun']);
  });
});
