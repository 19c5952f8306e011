import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EnvironmentDefinition } from '../definition.ts';
import { createEnvironmentHandler } from '../handler.ts';

const DEFINITION: EnvironmentDefinition = {
  name: 'test',
  version: '1.0.0',
  tools: ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, execute: () => name })),
  prompts: ['p', 'q'].map((name) => ({ name, run: () => name })),
  resources: ['1', '2', '3', '{id}'].map((id) => ({ name: id, uri: `x://${id}`, read: () => id })),
};

async function connected(mode: 'auto' | 'legacy', change: Partial<EnvironmentDefinition> = {}) {
  const asked: string[] = [];
  const definition = { ...DEFINITION, lists: { pageSize: 2 }, ...change };
  const handler = createEnvironmentHandler(definition);
  const client = new Client({ name: 'c', version: '1' }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
    fetch: async (url, init) => {
      const request = new Request(url, init);
      if (request.method === 'POST') {
        const { method } = (await request.clone().json()) as { method?: string };
        asked.push(method ?? '');
      }
      return handler(request);
    },
  });
  await client.connect(transport);
  onTestFinished(async () => {
    await client.close();
    await handler.close();
  });
  return { client, handler, definition, asked };
}

describe.each(['auto', 'legacy'] as const)('lists in pages (%s)', (mode) => {
  it('are followed to their ends', async () => {
    const { client, asked } = await connected(mode);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(asked.filter((method) => method === 'tools/list')).toHaveLength(3);
    expect((await client.listPrompts()).prompts).toHaveLength(3);
    expect((await client.listResources()).resources).toHaveLength(3);
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);
  });

  it('go on after what was sent, also where entries have gone', async () => {
    const { client, handler, definition } = await connected(mode);
    const { nextCursor: cursor = '' } = await client.request({
      method: 'tools/list',
      params: {},
    });
    handler.update({ ...definition, tools: definition.tools?.slice(1) ?? [] });
    const next = await client.listTools({ cursor });
    expect(next.tools.map(({ name }) => name)).toEqual(['c', 'd']);
    expect((await client.listTools({ cursor: next.nextCursor ?? '' })).nextCursor).toBeUndefined();
  });

  it('know no other cursors', async () => {
    const { client } = await connected(mode);
    const { nextCursor = '' } = await client.request({ method: 'prompts/list', params: {} });
    for (const cursor of ['x', nextCursor]) {
      await expect(client.listTools({ cursor })).rejects.toMatchObject({
        code: -32_602,
        message: expect.stringContaining('list again from the beginning') as string,
      });
    }
  });
});

it('says for how long a list may be kept, and a client asks again only then', async () => {
  const lists = { cacheHint: { ttlMs: 60_000, cacheScope: 'public' } } as const;
  const { client, asked } = await connected('auto', { lists });
  const listed = await client.request({ method: 'tools/list', params: {} });
  expect(listed).toMatchObject({ ttlMs: 60_000, cacheScope: 'public' });
  await client.listTools();
  await client.listTools();
  expect(asked.filter((method) => method === 'tools/list')).toHaveLength(2);
});

it('lets no list be kept where nothing is said', async () => {
  const { client } = await connected('auto', { lists: {} });
  const listed = await client.request({ method: 'tools/list', params: {} });
  expect(listed).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
  expect(listed.nextCursor).toBeUndefined();
});

it.each([0, -1, 1.5, Number.NaN])('refuses pages of %s entries', (pageSize) => {
  const make = () => createEnvironmentHandler({ ...DEFINITION, lists: { pageSize } });
  expect(make).toThrow(/lists\.pageSize must be/);
});

it('refuses a time that is none', () => {
  const lists = { cacheHint: { ttlMs: -1 } };
  const make = () => createEnvironmentHandler({ ...DEFINITION, lists });
  expect(make).toThrow(/lists\.cacheHint\.ttlMs must be/);
});

it.each(['auto', 'legacy'] as const)('lists nothing where there is nothing (%s)', async (mode) => {
  const { client } = await connected(mode, { tools: [] });
  expect((await client.listTools()).tools).toEqual([]);
});
