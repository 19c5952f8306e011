import { expect, it, onTestFinished } from 'vitest';
import { agentBuiltinEcho } from '../model/index.ts';
import { agentOf } from './agents.fixture.ts';
import { serve, type Protocol, type ServeOptions } from './index.ts';

async function served(...protocols: NonNullable<ServeOptions['protocols']>) {
  const agents = ['one', 'two'].map((name) => agentOf(name, agentBuiltinEcho));
  const apiKeys = { 'the-key': 'ada' };
  const server = await serve({ agents, port: 0, database: ':memory:', apiKeys, protocols });
  onTestFinished(() => server.close(0));
  const headers = { authorization: 'Bearer the-key' };
  return (path: string, isKnown = true) =>
    fetch(server.url + path, isKnown ? { method: 'POST', headers } : {});
}

/** A protocol of a program's own: it answers a question with the answer of an agent. */
const telegraph: Protocol = ({ agents, runner, authenticate }) => ({
  mounts: agents.map(({ agentId }) => ({
    prefix: `/telegraph/${agentId}`,
    isPublic: ({ url }) => url.endsWith('/hours'),
    async answer(request) {
      if (request.url.endsWith('/hours')) return new Response('always');
      const principal = (await authenticate?.(request)) ?? '';
      const content = 'STOP';
      const messageId = new URL(request.url).pathname;
      const message = { role: 'user', content } as const;
      const { id } = await runner.submit({ agent: agentId, principal, messageId, message });
      const task = await runner.settled(id, request.signal);
      return Response.json({ by: task.origin.agent, to: task.origin.principal, is: task.state });
    },
  })),
});

it('serves a protocol of a program beside its own, on the same tasks', async () => {
  const post = await served('a2a', telegraph);
  expect(await (await post('/telegraph/two/1')).json()).toEqual({
    by: 'two',
    to: 'ada',
    is: 'completed',
  });
  expect((await post('/agents/one/.well-known/agent-card.json', false)).status).toBe(200);
  expect((await post('/v1/responses')).status).toBe(404);
});

it('asks strangers for a key, but where the protocol says that it need not', async () => {
  const post = await served(telegraph);
  expect((await post('/telegraph/two/1', false)).status).toBe(401);
  expect(await (await post('/telegraph/two/hours', false)).text()).toBe('always');
  expect((await post('/telegraph/three/1')).status).toBe(404);
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
