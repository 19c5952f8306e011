import { createA2AHandler } from '@timestep-ai/timestep/a2a';
import { createMemoryRunner } from '@timestep-ai/timestep/runner';
import { functionEnvironment } from '@timestep-ai/timestep/tools';
import { status } from '@grpc/grpc-js';
import { encodeSse } from '@timestep-ai/timestep/http';
import { expect, it, onTestFinished } from 'vitest';
import { caller, methodNamed, served } from './grpc.fixture.ts';
import { serveGrpc } from './serve-grpc.ts';

const TASK = { id: 't1', contextId: 'c1', status: { state: 'TASK_STATE_COMPLETED' } };

function rpc(result: object): Response {
  return Response.json({ jsonrpc: '2.0', id: 1, result });
}

it('makes a request of each call, and a call of each answer', async () => {
  const asked: { readonly path: string; readonly body: unknown; readonly headers: Headers }[] = [];
  const { call } = caller(
    await served(async (request) => {
      const { url, headers } = request;
      asked.push({ path: new URL(url).pathname, body: await request.json(), headers });
      return rpc(TASK);
    }),
  );
  const headers = { authorization: 'Bearer k', traceparent: '00-1-2-01' };
  const { results } = await call('GetTask', { id: 't1', historyLength: 2, tenant: 'sky' }, headers);
  expect(results).toMatchObject([TASK]);
  expect(asked).toMatchObject([
    {
      path: '/agents/sky',
      body: { jsonrpc: '2.0', method: 'GetTask', params: { id: 't1', historyLength: 2 } },
    },
  ]);
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer k');
  expect(asked[0]?.headers.get('a2a-version')).toBe('1.0');
  expect(asked[0]?.headers.get('traceparent')).toBe('00-1-2-01');
});

it('believes no caller who says what a proxy or the connection says', async () => {
  const seen: string[] = [];
  const { call } = caller(
    await served((request) => {
      seen.push(...request.headers.keys());
      return rpc(TASK);
    }),
  );
  const forged = { 'x-forwarded-for': '10.0.0.1', forwarded: 'for=10.0.0.1', origin: 'http://x' };
  await call('GetTask', { id: 't1' }, { ...forged, 'x-own': '1' });
  expect(seen).toContain('x-own');
  expect(seen.filter((name) => name in forged)).toEqual([]);
});

it('sends each event as it comes, and the failure that ends a stream', async () => {
  const event = (result: object) =>
    encodeSse({ data: JSON.stringify({ jsonrpc: '2.0', id: 1, ...result }) });
  const { call } = caller(
    await served(() => {
      const body =
        event({ result: { task: TASK } }) +
        event({ error: { code: -32603, message: 'the store is away' } });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    }),
  );
  const { results, error } = await call('SendStreamingMessage', {});
  expect(results).toMatchObject([{ task: TASK }]);
  expect(error).toMatchObject({ code: status.INTERNAL, details: 'the store is away' });
});

it.each([
  [401, {}, status.UNAUTHENTICATED],
  [403, {}, status.PERMISSION_DENIED],
  [429, { error: { code: -32603, message: 'too many' } }, status.RESOURCE_EXHAUSTED],
  [503, { error: { code: -32603, message: 'away' } }, status.UNAVAILABLE],
  [200, { error: { code: -32001, message: 'no task' } }, status.NOT_FOUND],
  [200, { error: { code: -32002, message: 'ended' } }, status.FAILED_PRECONDITION],
  [200, { error: { code: -32602, message: 'bad' } }, status.INVALID_ARGUMENT],
  [404, {}, status.UNIMPLEMENTED],
  [500, {}, status.INTERNAL],
])('answers what HTTP says with %i and %j by status %i', async (http, body, code) => {
  const { call } = caller(await served(() => Response.json(body, { status: http })));
  expect((await call('GetTask', { id: 't' })).error?.code).toBe(code);
  expect((await call('SubscribeToTask', { id: 't' })).error?.code).toBe(code);
});

it('tells nothing of what went wrong inside', async () => {
  const { call } = caller(
    await served(() => {
      throw new Error('secret path');
    }),
  );
  for (const name of ['GetTask', 'SendStreamingMessage']) {
    expect((await call(name, {})).error).toMatchObject({
      code: status.INTERNAL,
      details: 'internal error',
    });
  }
});

it('leaves the request of a call that is given up', async () => {
  const left = Promise.withResolvers<string>();
  const begun = Promise.withResolvers<void>();
  const serving = await served(
    (request) =>
      new Promise<Response>(() => {
        request.signal.addEventListener('abort', () => left.resolve('left'));
        begun.resolve();
      }),
  );
  const { path, request, response } = methodNamed('SendMessage');
  const given = caller(serving).client.makeUnaryRequest(
    path,
    request.encode,
    response.decode,
    {},
    () => undefined,
  );
  await begun.promise;
  given.cancel();
  expect(await left.promise).toBe('left');
});

it('refuses messages beyond the limit', async () => {
  const { call } = caller(await served(() => rpc(TASK), { messageLimit: 1000 }));
  expect((await call('GetTask', { id: 'x'.repeat(2000) })).error?.code).toBe(
    status.RESOURCE_EXHAUSTED,
  );
});

it('listens on other addresses with certificates only', async () => {
  const fetch = () => rpc(TASK);
  await expect(serveGrpc({ fetch, host: '0.0.0.0' })).rejects.toMatchObject({
    code: 'not-guarded',
  });
  const taken = await served(fetch);
  await expect(serveGrpc({ fetch, port: taken.port })).rejects.toMatchObject({
    code: 'not-listening',
  });
});

it.each(['GetTask', 'SubscribeToTask'])('refuses a tenant that is not there: %s', async (name) => {
  const { call } = caller(await served(() => new Response('nothing', { status: 404 })));
  const { error } = await call(name, { id: 't1', tenant: 'moon' });
  expect(error).toMatchObject({
    code: status.INVALID_ARGUMENT,
    details: 'tenant "moon" is not a tenant at this URL: see the agent card',
  });
});

it.each([
  ['SendMessage', { message: { messageId: 'a\0b', role: 'ROLE_USER', parts: [{ text: 'hi' }] } }],
  ['GetTask', { id: 'a\0b' }],
  ['ListTasks', { contextId: 'x'.repeat(513) }],
])('refuses a wrong id of a client as invalid: %s', async (name, params) => {
  const limits = { max_steps: 1, time_limit_s: 10 };
  const agent = { name: 'one', agent: () => TOLD, toolSite: 'server', limits } as const;
  const environment = () => functionEnvironment({});
  const runner = createMemoryRunner({ agents: [{ ...agent, environment }] });
  onTestFinished(() => runner.close(0));
  const description = { name: 'one', description: 'One.', version: '1' };
  const handle = createA2AHandler({ runner, agent: description });
  const fetch = async (request: Request) =>
    (await handle(request)) ?? new Response(null, { status: 404 });
  const { error } = await caller(await served(fetch)).call(name, params);
  expect(error).toMatchObject({
    code: status.INVALID_ARGUMENT,
    details: expect.stringMatching(/(messageId|^id|contextId) must /),
  });
});

const TOLD = { role: 'assistant', content: 'never asked' } as const;
