import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import type { AgentFn } from '#engine/port';
import { gated, ORIGIN, serve, weather } from '../served.fixture.ts';
import { buildA2A03Card } from '../wire/a2a-0-3-card.ts';
import { connectA2A, type A2AClient, type ConnectOptions } from './connect-a2a.ts';
import type { RemoteMessage } from './remote-message.ts';
import type { RemoteTask } from './remote-task.ts';

const talker: AgentFn = (_messages, { emit }) => {
  for (const text of ['it ', 'is ', 'sunny']) emit({ type: 'text', text });
  return { role: 'assistant', content: 'it is sunny' };
};

it.each(['1.0', '0.3'] as const)('talks to an agent of version %s', async (version) => {
  const client = await connected(talker, version);
  expect(client.peer).toMatchObject({ name: 'subject', protocolVersion: version });
  const { texts, task } = await sent(client, { messageId: 'm1', message: 'weather?' });
  expect(texts.join('')).toBe('it is sunny');
  expect(task).toMatchObject({ state: 'completed', text: 'it is sunny', toolCalls: [] });
  expect(await client.get(task.id)).toEqual(task);
});

it.each(['1.0', '0.3'] as const)('brings results to a waiting task in %s', async (version) => {
  const client = await connected(weather, version);
  const { task } = await sent(client, { messageId: 'm1', message: 'weather?' });
  expect(task).toMatchObject({ state: 'input-required', toolCalls: [{ id: 'call_abc123' }] });
  const results = [{ callId: 'call_abc123', name: 'get_weather', output: 'sunny' }];
  const { task: done } = await sent(client, { messageId: 'm2', taskId: task.id, results });
  expect(done).toMatchObject({ id: task.id, state: 'completed', text: 'sunny' });
});

it.each(['1.0', '0.3'] as const)(
  'talks to an agent of version %s that does not stream',
  async (version) => {
    const client = await connected(weather, version, { streaming: false });
    const { task } = await sent(client, { messageId: 'm1', message: 'weather?' });
    expect(task).toMatchObject({ state: 'input-required', toolCalls: [{ id: 'call_abc123' }] });
  },
);

it.each(['1.0', '0.3'] as const)('cancels in %s', async (version) => {
  const gate = gated();
  const client = await connected(gate.agentFn, version);
  const updates = client.send({ messageId: 'm1', message: 'weather?' });
  let last: RemoteTask | undefined;
  for await (const update of updates) {
    if (update.kind !== 'task') continue;
    last = update.task;
    if (last.state === 'working') await client.cancel(last.id);
  }
  expect(last?.state).toBe('canceled');
  await gate.aborted;
});

it('sends everything a message may hold', async () => {
  const client = await connected((messages) => ({
    role: 'assistant',
    content: JSON.stringify(messages.at(-1)?.content),
  }));
  const content = [
    { type: 'text', text: 'look' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
    { type: 'data', data: { a: 1 } },
  ] as const;
  const message = { role: 'user', content } as const;
  const { task } = await sent(client, { messageId: 'm1', message, metadata: { trace: 'x' } });
  expect(JSON.parse(task.text)).toEqual(content);
});

it('finds an agent by the address of its card, and at a path', async () => {
  const { fetch } = serve({ agentFn: talker, basePath: '/agents/weather' });
  for (const uri of [
    `${ORIGIN}/agents/weather`,
    `${ORIGIN}/agents/weather/`,
    `${ORIGIN}/agents/weather/.well-known/agent.json`,
  ]) {
    const { peer } = await connectA2A(uri, { fetch });
    expect(peer.url).toBe(`${ORIGIN}/agents/weather`);
  }
});

async function connected(
  agentFn: AgentFn,
  version: '1.0' | '0.3' = '1.0',
  { streaming = true }: { readonly streaming?: boolean } = {},
): Promise<A2AClient> {
  const { fetch } = serve({ agentFn });
  const card = { ...buildA2A03Card({ name: 'subject', description: '', version: '1' }, ORIGIN) };
  const { supportedInterfaces: _newer, ...only03 } = card as JsonObject;
  const shown = version === '0.3' ? only03 : card;
  const options: ConnectOptions = {
    fetch: async (url, init) =>
      url.endsWith('.json')
        ? Response.json({ ...shown, capabilities: { streaming } })
        : fetch(url, init),
  };
  return connectA2A(ORIGIN, options);
}

async function sent(
  client: A2AClient,
  message: RemoteMessage,
): Promise<{ readonly texts: string[]; readonly task: RemoteTask }> {
  const texts: string[] = [];
  let task: RemoteTask | undefined;
  for await (const update of client.send(message)) {
    if (update.kind === 'text') texts.push(update.text);
    if (update.kind === 'task') ({ task } = update);
  }
  if (!task) throw new Error('no task');
  return { texts, task };
}
