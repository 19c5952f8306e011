import { expect, it, onTestFinished } from 'vitest';
import { scriptedAgent } from '#agents/model';
import { createTestAgent } from '../agents.fixture.ts';
import type { Servable, ServeOptions } from '../serve-options.ts';
import { serve } from '../lazy-serve.ts';

const one = () => createTestAgent('one', scriptedAgent(['I am one']));
const two = () => createTestAgent('two', scriptedAgent(['I am two']));

async function serving(agents: readonly Servable[], more: Partial<ServeOptions> = {}) {
  const server = await serve({ agents, port: 0, database: ':memory:', ...more });
  onTestFinished(() => server.close(0));
  const send = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'a2a-version': '1.0', ...headers },
      body: JSON.stringify(body),
    });
  const rpc = (tenant: string, headers?: Readonly<Record<string, string>>) =>
    send(
      '/',
      { jsonrpc: '2.0', id: 7, method: 'SendMessage', params: { tenant, message } },
      headers,
    );
  return { url: server.url, send, rpc };
}

const message = { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'hi' }] };
const said = (text: string) => ({ task: { status: { message: { parts: [{ text }] } } } });

it('answers for several agents at one address', async () => {
  const { url, rpc, send } = await serving([one(), two()]);
  expect(await (await rpc('one')).json()).toMatchObject({ id: 7, result: said('I am one') });
  expect(await (await rpc('two')).json()).toMatchObject({ id: 7, result: said('I am two') });
  const answer = await send('/two/message:send', { message: { ...message, messageId: 'm2' } });
  const { task } = (await answer.json()) as { readonly task: { readonly id: string } };
  expect({ task }).toMatchObject(said('I am two'));
  const headers = { 'a2a-version': '1.0' };
  const got = await fetch(`${url}/two/tasks/${task.id}`, { headers });
  expect(await got.json()).toMatchObject({ id: task.id });
  expect((await fetch(`${url}/one/tasks/${task.id}`, { headers })).status).toBe(404);
});

it('refuses tenants that are not there', async () => {
  const { rpc, send } = await serving([one(), two()]);
  expect(await (await rpc('three')).json()).toMatchObject({
    id: 7,
    error: {
      code: -32602,
      message: 'tenant "three" is not a tenant at this URL: there are one, two',
      data: [{ reason: 'INVALID_PARAMS' }, { fieldViolations: [{ field: 'tenant' }] }],
    },
  });
  expect((await send('/three/message:send', { message })).status).toBe(404);
  expect((await rpc('')).status).toBe(404);
  expect((await send('/', [])).status).toBe(404);
});

it('refuses another tenant at the address of an agent', async () => {
  const { rpc, send } = await serving([one()]);
  expect(await (await rpc('one')).json()).toMatchObject({ result: said('I am one') });
  expect(await (await rpc('two')).json()).toMatchObject({ error: { code: -32602 } });
  expect((await send('/one/message:send', { message })).status).toBe(200);
  expect((await send('/two/message:send', { message })).status).toBe(404);
});

it('lets in only whom the server and the agent let in', async () => {
  const guarded: Servable = Object.assign(two(), {
    apiKeys: [{ key: 'key-g', principal: 'grace' }],
  });
  const { rpc, send } = await serving([one(), guarded], {
    apiKeys: [{ key: 'key-a', principal: 'ada' }],
  });
  const as = (key: string) => ({ authorization: `Bearer ${key}` });
  expect((await rpc('one')).status).toBe(401);
  expect((await send('/one/message:send', { message })).status).toBe(401);
  expect(await (await rpc('one', as('key-a'))).json()).toMatchObject({ result: said('I am one') });
  expect((await rpc('two', as('key-a'))).status).toBe(401);
  expect((await send('/two/message:send', { message }, as('key-a'))).status).toBe(401);
});

it('does not find agents that are not exposed', async () => {
  const hidden: Servable = Object.assign(createTestAgent('hidden', scriptedAgent(['x'])), {
    isExposed: false,
  });
  const { rpc } = await serving([one(), two(), hidden]);
  expect(await (await rpc('hidden')).json()).toMatchObject({ error: { code: -32602 } });
});

it('counts a request that it hands on once', async () => {
  const limits = { callerLimits: { requestsPerMinute: 3, requestsAtOnce: 1 } };
  const { rpc } = await serving([one(), two()], limits);
  const left = async (): Promise<string | null> => {
    const answer = await rpc('one');
    await answer.body?.cancel();
    return answer.headers.get('x-ratelimit-remaining-requests');
  };
  expect([await left(), await left(), await left()]).toEqual(['2', '1', '0']);
  expect((await rpc('one')).status).toBe(429);
});

it('identifies callers before it looks a tenant up', async () => {
  const { rpc, send } = await serving([one(), two()], {
    apiKeys: [{ key: 'key-a', principal: 'ada' }],
  });
  for (const tenant of ['one', 'three']) {
    expect((await rpc(tenant)).status).toBe(401);
    expect((await send(`/${tenant}/message:send`, { message })).status).toBe(401);
  }
  const stranger = await rpc('three', { authorization: 'Bearer other' });
  expect(await stranger.text()).not.toContain('tenant');
});

it('counts requests to tenants in paths and to unknown tenants once', async () => {
  const limits = { callerLimits: { requestsPerMinute: 4, requestsAtOnce: 1 } };
  const { rpc, send } = await serving([one(), two()], limits);
  const left = async (sent: Promise<Response>): Promise<string | null> => {
    const answer = await sent;
    await answer.body?.cancel();
    return answer.headers.get('x-ratelimit-remaining-requests');
  };
  expect(await left(send('/two/message:send', { message }))).toBe('3');
  expect(await left(rpc('three'))).toBe('2');
  expect(await left(rpc('two'))).toBe('1');
  expect(await left(send('/agents/two/message:send', { message }))).toBe('0');
  expect((await send('/two/message:send', { message })).status).toBe(429);
});

it('counts callers of an agent with its own keys at that agent', async () => {
  const guarded: Servable = Object.assign(two(), {
    apiKeys: [{ key: 'key-g', principal: 'grace' }],
  });
  const limits = { callerLimits: { requestsPerMinute: 2, requestsAtOnce: 1 } };
  const { rpc, send } = await serving([one(), guarded], limits);
  const headers = { authorization: 'Bearer key-g' };
  const left = async (sent: Promise<Response>): Promise<string | null> => {
    const answer = await sent;
    await answer.body?.cancel();
    return answer.headers.get('x-ratelimit-remaining-requests');
  };
  expect(await left(send('/agents/two', { jsonrpc: '2.0', id: 1, method: 'x' }, headers))).toBe(
    '1',
  );
  expect(await left(rpc('two', headers))).toBe('0');
  expect((await rpc('two', headers)).status).toBe(429);
});
