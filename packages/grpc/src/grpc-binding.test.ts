import { createA2AHandler, connectA2A, type RemoteTaskUpdate } from '@timestep-ai/timestep/a2a';
import { createMemoryRunner } from '@timestep-ai/timestep/runner';
import { expect, it, onTestFinished } from 'vitest';
import { createGrpcBinding } from './grpc-binding.ts';
import { served } from './grpc.fixture.ts';

const ORIGIN = 'http://peer.example';

/** A peer that offers gRPC alone, and asks for a key. */
async function peer() {
  const runner = createMemoryRunner({
    agents: [
      {
        name: 'echo',
        agent: (messages) => ({ role: 'assistant', content: `heard ${messages.length}` }),
        toolSite: 'client',
        limits: { max_steps: 3, time_limit_s: 60 },
        environment: () => ({ listTools: () => [], callTool: () => ({ content: '' }) }),
      },
    ],
  });
  onTestFinished(() => runner.close(0));
  const grpc = await served(
    async (request) => (await handler(request)) ?? new Response(null, { status: 404 }),
  );
  const handler = createA2AHandler({
    runner,
    agent: { name: 'echo', description: 'Echoes.', version: '1.0.0' },
    principalOf: (request) =>
      request.headers.get('authorization') === 'Bearer k' ? 'ann' : undefined,
  });
  const card = {
    name: 'echo',
    supportedInterfaces: [{ url: grpc.address, protocolBinding: 'GRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: true },
  };
  const fetch = async (): Promise<Response> => Response.json(card);
  return { grpc, fetch };
}

async function asked(headers: Record<string, string>) {
  const { fetch, grpc } = await peer();
  const binding = createGrpcBinding({ headers });
  onTestFinished(() => binding.close());
  const client = await connectA2A(ORIGIN, { fetch, bindings: [binding], patienceMs: 0 });
  const updates: RemoteTaskUpdate[] = [];
  const ask = async (): Promise<void> => {
    for await (const update of client.send({ messageId: 'm1', message: 'hi' }))
      updates.push(update);
  };
  return { client, ask, updates, grpc };
}

it('asks a peer that offers nothing else', async () => {
  const { client, ask, updates } = await asked({ authorization: 'Bearer k' });
  expect(client.peer).toMatchObject({ binding: 'GRPC', protocolVersion: '1.0' });
  await ask();
  const last = updates.at(-1);
  expect(last).toMatchObject({ kind: 'task', task: { state: 'completed', text: 'heard 1' } });
  if (last?.kind !== 'task') throw new Error('there is no task');
  expect(await client.get(last.task.id)).toMatchObject({ text: 'heard 1' });
  await expect(client.cancel(last.task.id)).rejects.toMatchObject({ rpcCode: -32002 });
  await expect(client.get('unknown')).rejects.toMatchObject({ rpcCode: -32001 });
});

it('says that the peer wants other credentials', async () => {
  const { ask } = await asked({});
  await expect(ask()).rejects.toMatchObject({ code: 'unauthorized' });
});

it('says that the peer is away', async () => {
  const { ask, grpc } = await asked({ authorization: 'Bearer k' });
  await grpc.close(0);
  await expect(ask()).rejects.toMatchObject({ code: 'unreachable' });
});

it('is given up with its caller', async () => {
  const serving = await served(() => new Promise<Response>(() => undefined));
  const binding = createGrpcBinding();
  onTestFinished(() => binding.close());
  const leave = new AbortController();
  const body = JSON.stringify({ method: 'GetTask', params: { id: 't' } });
  const asking = binding.fetch(`grpc://${serving.address}`, { body, signal: leave.signal });
  leave.abort(new Error('left'));
  await expect(asking).rejects.toThrow('left');
});

it('ends a call at its deadline', async () => {
  const serving = await served(() => new Promise<Response>(() => undefined));
  const binding = createGrpcBinding({ deadlineMs: 50 });
  onTestFinished(() => binding.close());
  const body = JSON.stringify({ method: 'GetTask', params: { id: 't' } });
  const response = await binding.fetch(`grpc://${serving.address}`, { body });
  expect(response.status).toBe(408);
});

it.each(['GetTask', 'SubscribeToTask'])(
  'passes on when the whole call ends: %s',
  async (method) => {
    const serving = await served(() => new Promise<Response>(() => undefined));
    const binding = createGrpcBinding({ deadlineMs: 60_000 });
    onTestFinished(() => binding.close());
    const body = JSON.stringify({ method, params: { id: 't' } });
    const deadline = Date.now() + 50;
    const response = await binding.fetch(`grpc://${serving.address}`, { body, deadline });
    expect(response.status).toBe(408);
  },
);
