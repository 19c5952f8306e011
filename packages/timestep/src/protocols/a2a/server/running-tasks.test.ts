import { expect, it } from 'vitest';
import { getText, type JsonObject } from '#core';
import type { AgentFn } from '#engine/port';
import { gated, message, message03, serve, weather, type Served } from '../served.fixture.ts';

it('serialises messages to one running task, and doubles nothing', async () => {
  const turns = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let turn = 0;
  const agentFn: AgentFn = async (messages, { emit }) => {
    const mine = turn++;
    await turns[mine]?.promise;
    const heard = messages.filter(({ role }) => role === 'user').map(getText);
    for (const word of heard) emit({ type: 'text', text: `${word} ` });
    return { role: 'assistant', content: `${heard.join(' ')} ` };
  };
  const { stream, rpc } = serve({ agentFn });
  const first = stream('SendStreamingMessage', message('one'), '1.0');
  const list = await rpc('ListTasks', {}, '1.0');
  const [task] = (list['result'] as { tasks: { id: string }[] }).tasks;
  const more = (text: string, id: string) => message(text, id, { taskId: task?.id ?? '' });
  const second = stream('SendStreamingMessage', more('two', 'm2'), '1.0');
  const third = stream('message/stream', message03('three', 'm3', { taskId: task?.id ?? '' }));
  await rpc('GetTask', { id: task?.id }, '1.0');
  for (const { resolve } of turns) resolve();

  const streams = await Promise.all([first, second, third]);
  const whole = { 'answer-1': 'one ', 'answer-2': 'one two three ' };
  expect(streams.map(assembled)).toEqual([whole, whole, whole]);
  const { result } = await rpc('GetTask', { id: task?.id }, '1.0');
  const { artifacts, history } = result as Record<string, JsonObject[]>;
  expect(artifacts?.map(({ parts }) => parts)).toEqual([
    [{ text: 'one ' }],
    [{ text: 'one two three ' }],
  ]);
  expect(history?.map(({ messageId }) => messageId)).toEqual([
    'm1',
    `${task?.id}:1`,
    'm2',
    'm3',
    `${task?.id}:2`,
  ]);
});

it('streams a thousand chunks whole, each once', async () => {
  const words = Array.from({ length: 1000 }, (_, index) => `word${index} `);
  const agentFn: AgentFn = (_messages, { emit }) => {
    for (const text of words) emit({ type: 'text', text });
    return { role: 'assistant', content: words.join('') };
  };
  const events = await serve({ agentFn }).stream('SendStreamingMessage', message('go'), '1.0');
  expect(assembled(events)).toEqual({ 'answer-1': words.join('') });
  // The task, the work begun, the end of the text and that of the task.
  expect(events).toHaveLength(words.length + 4);
  // The text goes over the wire once as chunks and once in the end, however many chunks there are.
  const chunks = JSON.stringify(events).split('word500 ').length - 1;
  expect(chunks).toBe(1);
});

const CANCELS = [
  ['1.0', 'SendMessage', 'CancelTask', message, 'TASK_STATE_CANCELED'],
  ['0.3', 'message/send', 'tasks/cancel', message03, 'canceled'],
] as const;

it.each(CANCELS)(
  'cancels a running model call in %s',
  async (version, send, cancel, say, state) => {
    const gate = gated();
    const { rpc } = serve({ agentFn: gate.agentFn });
    const waiting = rpc(send, say('weather?'), version);
    await gate.asked;
    const id = await newestTask(rpc);
    expect(taskIn(await rpc(cancel, { id }, version))).toMatchObject({ id, status: { state } });
    await gate.aborted;
    expect(taskIn(await waiting)).toMatchObject({ id, status: { state } });
  },
);

it.each(CANCELS)('cancels a running tool in %s', async (version, send, cancel, say, state) => {
  const running = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<void>();
  const { rpc } = serve({
    agentFn: weather,
    toolSite: 'server',
    tools: {
      get_weather: (_args, { signal }) => {
        signal.addEventListener('abort', () => aborted.resolve());
        running.resolve();
        return new Promise(() => {});
      },
    },
  });
  const waiting = rpc(send, say('weather?'), version);
  await running.promise;
  const id = await newestTask(rpc);
  expect(taskIn(await rpc(cancel, { id }, version))).toMatchObject({ status: { state } });
  await aborted.promise;
  expect(taskIn(await waiting)).toMatchObject({ status: { state } });
});

it.each(CANCELS)('cancels a waiting task in %s', async (version, send, cancel, say, state) => {
  const { rpc } = serve({ agentFn: weather });
  const { id } = taskIn(await rpc(send, say('weather?'), version)) as { id: string };
  expect(taskIn(await rpc(cancel, { id }, version))).toMatchObject({ status: { state } });
  const late = await rpc(send, say('more', 'm2', { taskId: id }), version);
  expect(late).toMatchObject({ error: { code: -32004 } });
});

it.each(CANCELS)('cannot cancel what is done, in %s', async (version, send, cancel, say) => {
  const { rpc } = serve();
  const { id } = taskIn(await rpc(send, say('hi'), version)) as { id: string };
  expect(await rpc(cancel, { id }, version)).toMatchObject({ error: { code: -32002 } });
});

it.each([
  ['SendMessage', { ...message('go'), configuration: { returnImmediately: true } }, '1.0'],
  ['message/send', { ...message03('go'), configuration: { blocking: false } }, '0.3'],
])('answers %s at once where asked to', async (method, params, version) => {
  const gate = gated();
  const { rpc } = serve({ agentFn: gate.agentFn });
  const task = taskIn(await rpc(method, params, version)) as { id: string };
  expect(task).toMatchObject({ status: { state: expect.stringMatching(/submitted/i) } });
  gate.release('done');
  await expect
    .poll(() => rpc('GetTask', { id: task.id }, '1.0'))
    .toMatchObject({ result: { status: { state: 'TASK_STATE_COMPLETED' } } });
});

it('waits in 0.3 where a configuration does not say whether to', async () => {
  const params = { ...message03('hi'), configuration: { historyLength: 1 } };
  const task = taskIn(await serve().rpc('message/send', params));
  expect(task).toMatchObject({ status: { state: 'completed' }, history: [{ role: 'agent' }] });
});

it('continues a conversation in a new task', async () => {
  const { rpc } = serve({
    agentFn: (messages) => ({ role: 'assistant', content: `${messages.length} so far` }),
  });
  const first = taskIn(await rpc('SendMessage', message('one'), '1.0'));
  const { contextId } = first as { contextId: string };
  const second = taskIn(await rpc('SendMessage', message('two', 'm2', { contextId }), '1.0'));
  expect(second['id']).not.toBe(first['id']);
  expect(second).toMatchObject({
    contextId,
    status: { message: { parts: [{ text: '3 so far' }] } },
    history: [{ messageId: 'm2' }, { role: 'ROLE_AGENT' }],
  });
});

function taskIn({ result }: JsonObject): JsonObject {
  const { task = result } = result as { task?: JsonObject };
  return task as JsonObject;
}

async function newestTask(rpc: Served['rpc']): Promise<string> {
  const { result } = await rpc('ListTasks', {}, '1.0');
  return (result as { tasks: { id: string }[] }).tasks[0]?.id ?? '';
}

/** What a client has that does as the protocol says, in either version. */
function assembled(events: readonly JsonObject[]): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const event of events) {
    const update = (event['artifactUpdate'] ?? event) as JsonObject;
    const artifact = update['artifact'] as
      | { artifactId: string; parts: { text: string }[] }
      | undefined;
    if (!artifact) continue;
    const before = update['append'] === true ? (texts[artifact.artifactId] ?? '') : '';
    texts[artifact.artifactId] = before + (artifact.parts[0]?.text ?? '');
  }
  return texts;
}
