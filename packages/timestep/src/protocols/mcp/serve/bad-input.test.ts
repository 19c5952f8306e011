import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Authenticate } from '#protocols/http';
import { createEnvironmentHandler } from './handler.ts';
import {
  askModern,
  beginSession,
  initialize,
  post,
  saidBy,
  URL_WITHIN,
} from './requests.fixture.ts';

const handler = createEnvironmentHandler(
  {
    name: 'test',
    version: '1.0.0',
    tools: [{ name: 'add', input: z.object({ a: z.number() }), execute: () => 'added' }],
  },
  { bodyLimit: 10_000, allowedHosts: ['env.example'], allowedOrigins: ['https://app.example'] },
);

afterEach(async () => {
  const params = { name: 'add', arguments: { a: 1 } };
  const { result } = await askModern(handler, { method: 'tools/call', params });
  if (!JSON.stringify(result).includes('added')) throw new Error('it serves no more');
});

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const deep = `${'['.repeat(200)}${']'.repeat(200)}`;

describe('a request that is no request', () => {
  it.each([
    { why: 'no JSON', body: '{"jsonrpc":', status: 400, code: -32700 },
    { why: 'nothing', body: '', status: 400, code: -32700 },
    { why: 'too deep', body: deep, status: 400, code: -32700 },
    { why: 'too large', body: JSON.stringify('x'.repeat(20_000)), status: 413, code: -32000 },
    { why: 'null', body: 'null', status: 400, code: -32600 },
    { why: 'a number', body: '7', status: 400, code: -32600 },
    { why: 'an empty list', body: '[]', status: 400, code: -32600 },
    { why: 'no protocol we know', body: '{"jsonrpc":"1.0","id":1}', status: 400, code: -32600 },
    {
      why: 'a request outside of a session',
      body: JSON.stringify(list),
      status: 400,
      code: -32000,
    },
  ])('is refused in the protocol: $why', async ({ body, status, code }) => {
    const said = await post(handler, body);
    expect(said.status).toBe(status);
    expect(said.error?.message).toBeTruthy();
    expect(said.error?.code).toBe(code);
    expect(said.text).not.toMatch(/\n\s+at |node_modules/);
  });

  it.each([
    { method: 'PUT', status: 405 },
    { method: 'PATCH', status: 405 },
    { method: 'OPTIONS', status: 405 },
    { method: 'GET', status: 400 },
    { method: 'DELETE', status: 400 },
  ])('is refused by method: $method', async ({ method, status }) => {
    const said = await saidBy(await handler(new Request(URL_WITHIN, { method })));
    expect(said.status).toBe(status);
    expect(said.error?.message).toBeTruthy();
  });

  it.each([
    { headers: { 'content-type': 'text/plain' }, status: 415 },
    { headers: { accept: 'text/html' }, status: 406 },
    { headers: { 'content-length': '99999999' }, status: 413 },
  ])('is refused by headers: $headers', async ({ headers, status }) => {
    const said = await post(handler, initialize(), headers);
    expect(said.status).toBe(status);
    expect(said.error?.message).toBeTruthy();
  });
});

describe('a request from elsewhere', () => {
  it.each([
    { headers: { host: 'evil.example' }, says: /host evil\.example is not allowed/ },
    { headers: { origin: 'https://evil.example' }, says: /origin https:\/\/evil\.example is not/ },
    { headers: { origin: 'null' }, says: /origin null is not allowed/ },
  ])('is refused: $headers', async ({ headers, says }) => {
    const said = await askModern(handler, { method: 'tools/list', headers });
    expect(said.status).toBe(403);
    expect(said.error?.message).toMatch(says);
  });

  it.each([
    { host: 'env.example' },
    { host: 'localhost:8080' },
    { origin: 'https://app.example' },
    { origin: 'http://localhost:3000' },
  ])('is served where it is one of ours: %j', async (headers) => {
    const { status } = await askModern(handler, { method: 'tools/list', headers });
    expect(status).toBe(200);
  });
});

describe('a request of the 2026 revision that is wrong', () => {
  it.each([
    {
      why: 'an unknown tool',
      asked: { method: 'tools/call', params: { name: 'subtract', arguments: {} } },
      says: /subtract not found/,
    },
    {
      why: 'a name in the header that is not that in the body',
      asked: {
        method: 'tools/call',
        params: { name: 'add', arguments: {} },
        headers: { 'mcp-name': 'other' },
      },
      says: /./,
    },
    { why: 'an unknown method', asked: { method: 'tools/forget' }, says: /Method not found/ },
    {
      why: 'an unknown prompt',
      asked: { method: 'prompts/get', params: { name: 'x' } },
      says: /x/,
    },
    {
      why: 'a revision to come',
      asked: {
        method: 'tools/list',
        meta: { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' },
        headers: { 'mcp-protocol-version': '2099-01-01' },
      },
      says: /protocol version/i,
    },
  ])('is answered with an error: $why', async ({ asked, says }) => {
    const said = await askModern(handler, asked);
    expect(said.result).toBeUndefined();
    expect(said.error?.message).toMatch(says);
    expect(said.text).not.toMatch(/\n\s+at |node_modules/);
  });

  it.each([
    { args: { a: 'one' } },
    { args: {} },
    { args: { a: null } },
    { args: { a: [[[[[]]]]] } },
  ])('is told to the model where only the arguments are: $args', async ({ args }) => {
    const params = { name: 'add', arguments: args };
    const { result } = await askModern(handler, { method: 'tools/call', params });
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).toMatch(/add: a: /);
  });
});

describe('a session that is not there', () => {
  it.each(['nothing-like-an-id', '00000000-0000-4000-8000-000000000000', '__proto__', ''])(
    'is refused: %j',
    async (id) => {
      const said = await post(handler, list, { 'mcp-session-id': id });
      expect(said.status).toBe(404);
      expect(said.error).toMatchObject({ code: -32001 });
    },
  );

  it('is not brought back by initializing under its name', async () => {
    const said = await post(handler, initialize(), { 'mcp-session-id': 'mine' });
    expect(said.status).toBe(404);
  });

  it('is gone after it was deleted', async () => {
    const session = await beginSession(handler);
    const asked = new Request(URL_WITHIN, { method: 'DELETE', headers: session });
    expect((await handler(asked)).status).toBe(200);
    expect((await post(handler, list, session)).status).toBe(404);
  });
});

describe('a caller who must say who they are', () => {
  const failing = (): never => {
    throw new Error('secret detail');
  };
  it.each<[string, Authenticate, number]>([
    ['resolves to nothing', async () => undefined, 401],
    ['resolves to an empty name', async () => '', 401],
    ['throws', failing, 503],
    ['rejects', async () => failing(), 503],
    ['resolves to a name', async () => 'ada', 200],
  ])('is waited for where the check %s', async (_name, authenticate, status) => {
    const told: Error[] = [];
    const guarded = createEnvironmentHandler(
      { name: 'guarded', version: '1.0.0' },
      { authenticate, onError: (error) => told.push(error) },
    );
    for (const said of [
      await askModern(guarded, { method: 'prompts/list' }),
      await post(guarded, initialize()),
    ]) {
      expect(said.status).toBe(status);
      expect(said.text).not.toContain('secret');
    }
    const stream = new Request(URL_WITHIN, { headers: { accept: 'text/event-stream' } });
    // Without a session there is no stream for those who are known either.
    expect((await guarded(stream)).status).toBe(status === 200 ? 400 : status);
    expect(told.length > 0).toBe(status === 503);
    await guarded.close();
  });
});
