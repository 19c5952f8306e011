import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { ORIGIN, serve } from '../served.fixture.ts';
import { connectA2A } from './connect-a2a.ts';
import type { FetchFn } from './json-rpc-client.ts';

const CARD = {
  name: 'dice',
  description: 'Rolls.',
  version: '1',
  protocolVersion: '0.3.0',
  preferredTransport: 'HTTP+JSON',
  url: ORIGIN,
  capabilities: { streaming: true },
  skills: [],
};

/** A remote agent that offers A2A 0.3 over REST alone, and what it was asked. */
function serveRest(
  answer: FetchFn,
  card: JsonObject = {},
): { readonly fetch: FetchFn; readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async fetch(url, init) {
      if (url.endsWith('.json')) return Response.json({ ...CARD, ...card });
      const { pathname } = new URL(url);
      asked.push(`${init.method} ${pathname}`);
      return answer(url, init);
    },
  };
}

async function ask(fetch: FetchFn, message = 'roll'): Promise<JsonObject[]> {
  const client = await connectA2A(ORIGIN, { fetch });
  const updates: JsonObject[] = [];
  for await (const update of client.send({ messageId: 'm1', message })) {
    if (update.kind === 'task') updates.push(update.task as unknown as JsonObject);
  }
  return updates;
}

it('asks a server of A2A 0.3 over REST, streamed and whole', async () => {
  for (const streaming of [true, false]) {
    const { fetch: answer } = serve();
    const { fetch, asked } = serveRest(answer, { capabilities: { streaming } });
    const tasks = await ask(fetch);
    expect(tasks.at(-1)).toMatchObject({ state: 'completed' });
    expect(JSON.stringify(tasks.at(-1))).toContain('roll');
    expect(asked[0]).toBe(`POST /v1/message:${streaming ? 'stream' : 'send'}`);
  }
});

it.each<[string, JsonObject]>([
  [
    'the JSON of protocol buffers',
    {
      task: {
        id: 't1',
        contextId: 'c1',
        status: { state: 'TASK_STATE_COMPLETED' },
        artifacts: [{ artifactId: 'a', parts: [{ text: 'A four.' }] }],
      },
    },
  ],
  [
    'names with underscores',
    {
      task: {
        id: 't1',
        context_id: 'c1',
        status: { state: 3 },
        artifacts: [{ artifact_id: 'a', parts: [{ text: 'A four.' }] }],
      },
    },
  ],
  [
    'the JSON of the specification',
    {
      kind: 'task',
      id: 't1',
      contextId: 'c1',
      status: { state: 'completed' },
      artifacts: [{ artifactId: 'a', parts: [{ kind: 'text', text: 'A four.' }] }],
    },
  ],
  [
    'a wrapped task of the specification',
    {
      task: {
        kind: 'task',
        id: 't1',
        contextId: 'c1',
        status: { state: 'completed' },
        artifacts: [{ artifactId: 'a', parts: [{ kind: 'text', text: 'A four.' }] }],
      },
    },
  ],
  [
    'a task alone',
    {
      id: 't1',
      contextId: 'c1',
      status: { state: 'TASK_STATE_COMPLETED' },
      artifacts: [{ artifactId: 'a', parts: [{ text: 'A four.' }] }],
    },
  ],
])('reads an answer in %s', async (_name, answer) => {
  const { fetch } = serveRest(async () => Response.json(answer), { capabilities: {} });
  const [task] = await ask(fetch);
  expect(task).toMatchObject({ id: 't1', contextId: 'c1', state: 'completed' });
  expect(JSON.stringify(task)).toContain('A four.');
});

it('sends messages in the JSON of protocol buffers', async () => {
  const bodies: unknown[] = [];
  const { fetch } = serveRest(
    async (_url, init) => {
      bodies.push(JSON.parse(init.body as string));
      return Response.json({
        msg: { messageId: 'm2', role: 'ROLE_AGENT', content: [{ text: 'ok' }] },
      });
    },
    { capabilities: {} },
  );
  await ask(fetch);
  expect(bodies).toEqual([
    {
      request: { messageId: 'm1', role: 'ROLE_USER', content: [{ text: 'roll' }] },
      configuration: expect.objectContaining({ acceptedOutputModes: expect.any(Array) }) as object,
    },
  ]);
});

it('gets and cancels tasks, and reports refusals with their reason', async () => {
  const { fetch: answer } = serve();
  const { fetch, asked } = serveRest(answer);
  const [task] = await ask(fetch);
  const id = typeof task?.['id'] === 'string' ? task['id'] : '';
  const client = await connectA2A(ORIGIN, { fetch });
  expect(await client.get(id)).toMatchObject({ id, state: 'completed' });
  await expect(client.cancel(id)).rejects.toMatchObject({ rpcCode: -32_002 });
  expect(asked.slice(-2)).toEqual([`GET /v1/tasks/${id}`, `POST /v1/tasks/${id}:cancel`]);
});

it.each([
  [
    'additionalInterfaces',
    {
      url: undefined,
      preferredTransport: 'GRPC',
      additionalInterfaces: [{ url: ORIGIN, transport: 'HTTP+JSON' }],
    },
  ],
  [
    'supportedInterfaces',
    {
      url: undefined,
      preferredTransport: undefined,
      supportedInterfaces: [{ url: ORIGIN, protocolBinding: 'HTTP+JSON', protocolVersion: '0.3' }],
    },
  ],
])('finds the interface among %s', async (_name, card) => {
  const { fetch: answer } = serve();
  const { fetch } = serveRest(answer, card as unknown as JsonObject);
  const { peer } = await connectA2A(ORIGIN, { fetch });
  expect(peer).toMatchObject({ binding: 'HTTP+JSON', protocolVersion: '0.3' });
});
