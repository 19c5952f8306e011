import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import type { EnvironmentDefinition } from './definition.ts';
import { createEnvironmentHandler } from './handler.ts';

const icons = [{ src: 'data:image/png;base64,AAAA', mimeType: 'image/png' }];
const meta = { ui: { resourceUri: 'ui://weather' }, 'x.example/a': 1 };
const shown = { title: 'Shown', description: 'What it is', icons, meta };
const DEFINITION: EnvironmentDefinition = {
  name: 'test',
  version: '1.0.0',
  tools: [{ ...shown, name: 'get', replay: 'key', execute: () => 'sunny' }],
  prompts: [
    {
      ...shown,
      name: 'plan',
      input: z.object({ day: z.string(), city: z.string() }),
      complete: {
        day: ['Monday', 'Friday', 'monthly'],
        city: async (written, { day = 'none' }) => [`${written}…`, day],
      },
      run: () => 'Plan.',
    },
  ],
  resources: [
    { ...shown, name: 'now', uri: 'x://now', read: () => 'now' },
    {
      ...shown,
      name: 'note',
      uri: 'x://notes/{id}',
      complete: { id: () => Array.from({ length: 150 }, (_, index) => String(index)) },
      read: (_uri, { id }) => `note ${String(id)}`,
    },
  ],
};

async function connected(mode: 'auto' | 'legacy', change: Partial<EnvironmentDefinition> = {}) {
  const handler = createEnvironmentHandler({ ...DEFINITION, ...change });
  const client = new Client({ name: 'c', version: '1' }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
    fetch: (url, init) => handler(new Request(url, init)),
  });
  await client.connect(transport);
  onTestFinished(async () => {
    await client.close();
    await handler.close();
  });
  return { client, handler };
}

describe.each(['auto', 'legacy'] as const)('clients (%s)', (mode) => {
  it('see titles, icons and what front ends need of tools, prompts and resources', async () => {
    const { client } = await connected(mode);
    const { meta: _meta, ...fields } = shown;
    const { tools } = await client.listTools();
    expect(tools[0]).toMatchObject({
      ...fields,
      _meta: { ...meta, 'dev.timestep/replay': 'key' },
    });
    const { prompts } = await client.listPrompts();
    expect(prompts.at(-1)).toMatchObject({ ...fields, _meta: meta });
    const { resources } = await client.listResources();
    expect(resources[0]).toMatchObject({ ...fields, _meta: meta });
    expect(resources[0]).not.toHaveProperty('meta');
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates[0]).toMatchObject({ ...fields, _meta: meta });
    expect(resourceTemplates[0]).not.toHaveProperty('complete');
  });

  it('complete arguments of prompts and variables of templates', async () => {
    const { client } = await connected(mode);
    const complete = async (ref: 'prompt' | 'template', name: string, value: string) => {
      const of =
        ref === 'prompt'
          ? ({ type: 'ref/prompt', name: 'plan' } as const)
          : ({ type: 'ref/resource', uri: 'x://notes/{id}' } as const);
      const context = { arguments: { day: 'Friday' } };
      return (await client.complete({ ref: of, argument: { name, value }, context })).completion;
    };
    expect(await complete('prompt', 'day', 'mon')).toEqual({
      values: ['Monday', 'monthly'],
      total: 2,
      hasMore: false,
    });
    expect(await complete('prompt', 'city', 'Oak')).toMatchObject({ values: ['Oak…', 'Friday'] });
    expect(await complete('prompt', 'toString', '')).toMatchObject({ values: [] });
    const many = await complete('template', 'id', '');
    expect([many.values.length, many.total, many.hasMore]).toEqual([100, 150, true]);
    const unknown = {
      ref: { type: 'ref/prompt', name: 'none' },
      argument: { name: 'a', value: '' },
    };
    await expect(client.complete(unknown as never)).rejects.toMatchObject({ code: -32_602 });
  });

  it('are offered no completion where there is none', async () => {
    const { client } = await connected(mode, { prompts: [], resources: [] });
    expect(client.getServerCapabilities()).not.toHaveProperty('completions');
    expect(client.getServerCapabilities()).not.toHaveProperty('resources');
  });

  it('hear of a change of a resource that they have subscribed to, and of no other', async () => {
    const { client, handler } = await connected(mode);
    const heard: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      heard.push(params.uri);
    });
    expect(client.getServerCapabilities()?.resources).toMatchObject({ subscribe: true });
    if (mode === 'legacy') await client.subscribeResource({ uri: 'x://now' });
    else await client.listen({ resourceSubscriptions: ['x://now'] });
    handler.notifyResourceChanged('x://notes/1');
    handler.notifyResourceChanged('x://now');
    await expect.poll(() => heard).toEqual(['x://now']);
    if (mode === 'auto') return;
    await client.unsubscribeResource({ uri: 'x://now' });
    handler.notifyResourceChanged('x://now');
    await client.ping();
    expect(heard).toEqual(['x://now']);
  });

  it('have all this also where lists come in pages', async () => {
    const { client } = await connected(mode, { lists: { pageSize: 1 } });
    expect(client.getServerCapabilities()).toMatchObject({
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      completions: {},
    });
    expect((await client.listTools()).tools).toHaveLength(1);
  });
});
