import { expect, it, onTestFinished } from 'vitest';
import { agentBuiltinEcho } from '#agents/model';
import { createTestAgent } from './agents.fixture.ts';
import { serve, type Protocol, type ServeOptions } from './index.ts';

async function served(...protocols: NonNullable<ServeOptions['protocols']>) {
  const agents = ['one', 'two'].map((name) => createTestAgent(name, agentBuiltinEcho));
  const apiKeys = [
    { key: 'the-key', principal: 'ada' },
    { key: 'other-key', principal: 'grace' },
  ];
  const server = await serve({ agents, port: 0, database: ':memory:', apiKeys, protocols });
  onTestFinished(() => server.close(0));
  return (path: string, key: string | undefined = 'the-key') => {
    const headers = { authorization: `Bearer ${key}` };
    return fetch(server.url + path, key === '' ? {} : { method: 'POST', headers });
  };
}

/** A protocol of a program's own: it answers a question with the answer of an agent. */
const telegraph: Protocol = ({ agents }) => ({
  mounts: agents.list().map(({ agentId }) => ({
    prefix: `/telegraph/${agentId}`,
    open: ({ url }) => (url.endsWith('/hours') ? new Response('always') : undefined),
    async answer(request, { principal, tasks }) {
      const task = new URL(request.url).searchParams.get('task');
      if (task !== null) {
        const own = await tasks.find(task);
        return Response.json({ found: own?.task.origin.principal ?? 'none' });
      }
      const message = { role: 'user', content: 'STOP' } as const;
      const own = await tasks.submit({ agent: agentId, messageId: 'm1', message });
      const { id, state } = await own.waitUntilSettled(request.signal);
      return Response.json({ id, by: agentId, to: principal, is: state });
    },
  })),
});

it('serves a protocol of a program beside its own, on the same tasks', async () => {
  const post = await served('a2a', telegraph);
  expect(await (await post('/telegraph/two/1')).json()).toEqual({
    id: expect.any(String),
    by: 'two',
    to: 'ada',
    is: 'completed',
  });
  expect((await post('/agents/one/.well-known/agent-card.json', '')).status).toBe(200);
  expect((await post('/v1/responses')).status).toBe(404);
});

it('asks strangers for a key, but where the protocol says that it need not', async () => {
  const post = await served(telegraph);
  expect((await post('/telegraph/two/1', '')).status).toBe(401);
  expect(await (await post('/telegraph/two/hours', '')).text()).toBe('always');
  expect((await post('/telegraph/three/1')).status).toBe(404);
});

it('gives a protocol the tasks of its caller alone', async () => {
  const post = await served(telegraph);
  const { id } = (await (await post('/telegraph/two/1')).json()) as { readonly id: string };
  const found = async (key: string) => (await post(`/telegraph/two/1?task=${id}`, key)).json();
  expect(await found('the-key')).toEqual({ found: 'ada' });
  expect(await found('other-key')).toEqual({ found: 'none' });
});

it('ends protocols with the server, and where another one cannot be served', async () => {
  let ended = 0;
  const ending: Protocol = () => ({ mounts: [], close: () => void (ended += 1) });
  const failing: Protocol = () => {
    throw new Error('no line');
  };
  await expect(served(ending, failing)).rejects.toThrow('no line');
  expect(ended).toBe(1);
});

it('serves every agent over AG-UI, the only one at the root as well, unless it is left out', async () => {
  const body = { threadId: 't', runId: 'r', messages: [{ id: 'm', role: 'user', content: 'hi' }] };
  async function statuses(names: readonly string[], ...protocols: readonly ('a2a' | 'agui')[]) {
    const agents = names.map((name) => createTestAgent(name, agentBuiltinEcho));
    const server = await serve({
      agents,
      port: 0,
      database: ':memory:',
      apiKeys: [{ key: 'key', principal: 'ada' }],
      ...(protocols.length > 0 && { protocols }),
    });
    onTestFinished(() => server.close(0));
    const run = async (path: string, key: string) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const answer = await fetch(server.url + path, init);
      const text = await answer.text();
      return text.includes('RUN_FINISHED') ? 'runs' : answer.status;
    };
    return [
      await run('/agui', 'key'),
      await run('/agents/one/agui', 'key'),
      await run('/agents/one/agui', 'other'),
      await run('/agents/one/agui/more', 'key'),
    ];
  }
  expect(await statuses(['one'])).toEqual(['runs', 'runs', 401, 404]);
  expect(await statuses(['one', 'two'])).toEqual([404, 'runs', 401, 404]);
  expect(await statuses(['one'], 'a2a')).toEqual([404, 404, 401, 404]);
});
