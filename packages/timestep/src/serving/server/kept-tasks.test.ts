import { mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { agentBuiltinEcho } from '#agents/model';
import { createTestAgent } from './agents.fixture.ts';
import { serve } from './lazy-serve.ts';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
afterAll(() => rmSync(folder, { recursive: true }));

function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
}

const V1 = { 'a2a-version': '1.0' };
let messages = 0;

/** A message to the agent in every protocol, binding and version that takes one. */
const WAYS: Record<string, (url: string) => Promise<Response>> = {
  'A2A 1.0 over JSON-RPC': (url) =>
    post(url, { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message: said() } }, V1),
  'A2A 1.0 over REST': (url) => post(`${url}/message:send`, { message: said() }, V1),
  'A2A 0.3 over JSON-RPC': (url) => {
    const message = { ...said(), kind: 'message', parts: [{ kind: 'text', text: 'hi' }] };
    const params = { message: { ...message, role: 'user' } };
    return post(url, { jsonrpc: '2.0', id: 1, method: 'message/send', params });
  },
  'A2A 0.3 over REST': (url) => {
    const message = { messageId: said().messageId, role: 'ROLE_USER', content: [{ text: 'hi' }] };
    return post(`${url}/v1/message:send`, { message });
  },
  'OpenAI Responses': (url) => post(`${url}/v1/responses`, { input: 'hi' }),
};

function said() {
  messages += 1;
  return { messageId: `m${messages}`, role: 'ROLE_USER', parts: [{ text: 'hi' }] };
}

it('refuses messages in every protocol while the database is gone, and its health says why', async () => {
  const database = join(folder, 'tasks.db');
  const agents = [createTestAgent('one', agentBuiltinEcho)];
  const server = await serve({ agents, port: 0, database });
  const { url } = server;
  for (const [name, send] of Object.entries(WAYS)) {
    expect({ name, status: (await send(url)).status }).toEqual({ name, status: 200 });
  }
  const { total } = await server.runner.list({ principal: '', pageSize: 1 });
  renameSync(database, `${database}.away`);
  for (const [name, send] of Object.entries(WAYS)) {
    const response = await send(url);
    expect({ name, status: response.status }).toEqual({ name, status: 503 });
    expect(await response.text()).toMatch(/try again later/);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  const health = await fetch(`${url}/health`);
  expect(health.status).toBe(503);
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
  expect(await health.json()).toEqual({
    status: 'failing',
    code: 'gone',
    message: 'tasks cannot be stored: the database file was deleted or replaced',
  });
  renameSync(`${database}.away`, database);
  for (const send of Object.values(WAYS)) expect((await send(url)).status).toBe(200);
  const again = await fetch(`${url}/health`);
  expect({ status: again.status, body: await again.json() }).toEqual({
    status: 200,
    body: { status: 'ok' },
  });
  const after = await server.runner.list({ principal: '', pageSize: 1 });
  expect(after.total).toBe(2 * total);
  await server.close(0);
});

it('says once what keeps responses from being kept, however many are refused', async () => {
  const database = join(folder, 'responses.db');
  const errors: unknown[] = [];
  const server = await serve({
    agents: [createTestAgent('one', agentBuiltinEcho)],
    port: 0,
    database,
    onError: (thrown) => errors.push(thrown),
  });
  renameSync(database, `${database}.away`);
  for (let time = 0; time < 5; time += 1) {
    const response = await post(`${server.url}/v1/responses`, { input: 'hi' });
    expect(response.status).toBe(503);
  }
  expect(errors).toMatchObject([{ message: expect.stringMatching(/deleted.*move it back/) }]);
  renameSync(`${database}.away`, database);
  expect((await post(`${server.url}/v1/responses`, { input: 'hi' })).status).toBe(200);
  await server.close(0);
});

it('lets nobody else read what it keeps', async () => {
  const place = mkdtempSync(join(folder, 'private-'));
  const server = await serve({
    agents: [createTestAgent('one', agentBuiltinEcho)],
    port: 0,
    database: join(place, 'tasks.db'),
  });
  await (await post(`${server.url}/v1/responses`, { input: 'hi' })).text();
  const modes = readdirSync(place).map((name) => {
    const { mode } = statSync(join(place, name));
    return [name.replace(/owner-.*/, 'owner'), (mode & 0o777).toString(8)];
  });
  expect(Object.fromEntries(modes)).toEqual({
    'tasks.db': '600',
    'tasks.db-shm': '600',
    'tasks.db-wal': '600',
    'tasks.db.owner': '600',
  });
  await server.close(0);
});
