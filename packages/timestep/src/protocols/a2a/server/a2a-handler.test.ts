import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { message, ORIGIN, serve } from '../served.fixture.ts';
import { createA2AHandler } from './a2a-handler.ts';

it.each([
  ['GET', '/'],
  ['PUT', '/'],
  ['GET', '/index.html'],
  ['POST', '/v1/responses'],
  ['GET', '/v1/tasks'],
  ['GET', '/card'],
  ['GET', '/tasks/t1/artifacts'],
  ['POST', '/.well-known/agent-card.json'],
  ['POST', '/message:sent'],
])('leaves %s %s to others', async (method, path) => {
  const { runner } = serve();
  const agent = { name: 'subject', description: '', version: '1' };
  const handler = createA2AHandler({ runner, agent });
  expect(await handler(new Request(ORIGIN + path, { method }))).toBeUndefined();
});

it('lives under a path of its own', async () => {
  const { fetch, rpc } = serve({ basePath: '/agents/weather/' });
  expect((await fetch(`${ORIGIN}/`, { method: 'POST' })).status).toBe(404);
  expect((await fetch(`${ORIGIN}/agents/weatherman`, { method: 'POST' })).status).toBe(404);
  expect(await rpc('SendMessage', message('hi'), '1.0')).toMatchObject({ result: { task: {} } });
  const card = await fetch(`${ORIGIN}/agents/weather/.well-known/agent-card.json`);
  expect(await card.json()).toMatchObject({ url: `${ORIGIN}/agents/weather` });
});

it.each<[string | undefined, JsonObject]>([
  [
    undefined,
    { protocolVersion: '0.3.0', supportedInterfaces: [{ protocolVersion: '1.0' }, {}, {}, {}] },
  ],
  ['', { protocolVersion: '0.3.0' }],
  ['0.3', { protocolVersion: '0.3.0' }],
  ['0.3.0', { protocolVersion: '0.3.0' }],
  ['1.0', { capabilities: { extendedAgentCard: false } }],
  ['7.0', { capabilities: { extendedAgentCard: false } }],
])('shapes the card for a reader of version %j', async (version, shape) => {
  const { fetch } = serve();
  const headers = version === undefined ? {} : { 'a2a-version': version };
  const response = await fetch(`${ORIGIN}/.well-known/agent-card.json`, { headers });
  expect(response.headers.get('vary')).toBe('A2A-Version');
  const card = (await response.json()) as JsonObject;
  expect(card).toMatchObject(shape);
  expect('url' in card).toBe('protocolVersion' in shape);
});

it('serves the card at its older path, under its public address, and says when it is unchanged', async () => {
  const url = 'https://agents.example/weather';
  const { fetch } = serve({ agent: { name: 'subject', description: '', version: '1', url } });
  const response = await fetch(`${ORIGIN}/.well-known/agent.json`);
  expect(await response.json()).toMatchObject({ url });
  const etag = response.headers.get('etag') ?? '';
  const again = await fetch(`${ORIGIN}/.well-known/agent.json`, {
    headers: { 'if-none-match': etag },
  });
  expect([again.status, await again.text()]).toEqual([304, '']);
  const head = await fetch(`${ORIGIN}/.well-known/agent.json`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

it.each(['1.0', '1.0.7', '1', ' 1.0 '])('takes "%s" for version 1.0', async (version) => {
  expect(await serve().rpc('SendMessage', message('hi'), version)).toHaveProperty('result');
});

it('takes the version from the query as well', async () => {
  const response = await serve().fetch(`${ORIGIN}/?x=1&A2A-Version=1.0#top`, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: message('hi') }),
    headers: { 'content-type': 'application/json' },
  });
  expect(await response.json()).toMatchObject({ result: { task: {} } });
});

it('shows tasks only to their owner', async () => {
  let principal = 'alice';
  const { rpc } = serve({ principalOf: () => principal });
  const { result } = await rpc('SendMessage', message('hi'), '1.0');
  const { id } = (result as { task: { id: string } }).task;
  principal = 'bob';
  const notFound = { error: { code: -32001, message: `there is no task ${id}` } };
  expect(await rpc('GetTask', { id }, '1.0')).toMatchObject(notFound);
  expect(await rpc('CancelTask', { id }, '1.0')).toMatchObject(notFound);
  expect(await rpc('SubscribeToTask', { id }, '1.0')).toMatchObject(notFound);
  const more = message('more', 'm2', { taskId: id });
  expect(await rpc('SendMessage', more, '1.0')).toMatchObject(notFound);
  expect(await rpc('ListTasks', {}, '1.0')).toMatchObject({ result: { tasks: [], totalSize: 0 } });
  principal = 'alice';
  expect(await rpc('GetTask', { id }, '1.0')).toMatchObject({ result: { id } });
});

it('hides tasks of other agents on the same runner', async () => {
  const { rpc, runner } = serve();
  const { result } = await rpc('SendMessage', message('hi'), '1.0');
  const { id } = (result as { task: { id: string } }).task;
  const handler = createA2AHandler({
    runner,
    agent: { name: 'other', description: '', version: '1' },
  });
  const response = await handler(
    new Request(`${ORIGIN}/tasks/${id}`, { headers: { 'a2a-version': '1.0' } }),
  );
  expect(response?.status).toBe(404);
});
