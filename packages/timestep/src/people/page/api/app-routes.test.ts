import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, afterAll, expect, it } from 'vitest';
import * as z from 'zod';
import { loadAgentFolder, type AgentDefinition } from '#agents/agent';
import { scriptedAgent } from '#agents/model';
import type { NumberedEvent } from '#core';
import { openMemory } from '#engine/runner';
import type { ListeningServer } from '#protocols/http';
import { Agent, Environment, serve, type Serving } from '#serving/server';
import { createPageProtocol } from '../page-protocol.ts';

const MAP = '<!doctype html><title>Map</title>';
const URI = 'ui://sky/map';
const HEADERS = { authorization: 'Bearer a-token', 'content-type': 'application/json' };

const folder = mkdtempSync(join(tmpdir(), 'page-apps-'));
const made: string[] = [];
const offered: (readonly string[])[] = [];
let sky: ListeningServer;
let definition: AgentDefinition;
let serving: Serving;

beforeAll(async () => {
  sky = await createSky().start({ port: 0 });
  const mcpServers = {
    sky: { url: `${sky.url}/mcp`, toolPermissionRequired: { serverDefault: false } },
  };
  const manifest = {
    metadata: { name: 'desk' },
    permissions: { deny: ['sky_erase', 'sky_read_resource'], ask: ['sky_turn'] },
    mcpServers,
  };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(manifest));
  definition = loadAgentFolder(folder, {
    model: scriptedAgent((messages, { tools }) => {
      offered.push(tools.map(({ function: { name } }) => name));
      if (messages.at(-1)?.role === 'tool') return 'It is blue.';
      const called = { name: 'sky_look', arguments: '{"at":"Oslo"}' };
      const call = { id: 'c1', type: 'function', function: called } as const;
      return { role: 'assistant', content: null, tool_calls: [call] };
    }),
  });
  const access = { kind: 'token', token: 'a-token' } as const;
  serving = await serve({
    agents: [new Agent(definition)],
    port: 0,
    backend: (needs) => openMemory(needs),
    protocols: [createPageProtocol({ access, files: async () => new Map() })],
  });
});
afterAll(async () => {
  await serving?.close(0);
  await definition?.close();
  await sky?.close(0);
  rmSync(folder, { recursive: true, force: true });
});

function createSky(): Environment {
  const environment = new Environment({ environmentId: 'sky', enableHandoff: false });
  const add = (name: string, ui: { readonly [name: string]: string | readonly string[] }): void => {
    const input = z.object({ at: z.string().optional() });
    environment.tool(name, { description: name, input, meta: { ui } }, ({ at }) => {
      made.push(name);
      return { color: 'blue', at: at ?? '' };
    });
  };
  add('look', { resourceUri: URI });
  for (const name of ['zoom', 'turn', 'erase']) add(name, { visibility: ['app'] });
  add('think', { visibility: ['model'] });
  const mimeType = 'text/html;profile=mcp-app';
  environment.resource('map', { uri: URI, mimeType }, () => MAP);
  environment.resource('log', { uri: 'note:log' }, () => 'blue since Monday');
  environment.resource('note', { uri: 'ui://sky/note', mimeType: 'text/plain' }, () => 'note');
  return environment;
}

async function post(path: string, body: object): Promise<{ status: number; body: unknown }> {
  const url = `${serving.url}/ui/api/environments/desk/sky/${path}`;
  const init = { method: 'POST', headers: HEADERS, body: JSON.stringify(body) };
  const response = await serving.fetch(new Request(url, init));
  return { status: response.status, body: await response.json() };
}

it('keeps the app of a call with its data, and offers models no tools for apps alone', async () => {
  const message = { role: 'user', content: 'Look.' } as const;
  const submission = { agent: 'desk', principal: '', contextId: 'c', messageId: 'm', message };
  const { id } = await serving.runner.submit(submission);
  await serving.runner.waitUntilSettled(id, new AbortController().signal);
  const url = `${serving.url}/ui/api/tasks/${id}/events`;
  const response = await serving.fetch(new Request(url, { headers: HEADERS }));
  const { events } = (await response.json()) as { readonly events: readonly NumberedEvent[] };
  expect(events.find(({ type }) => type === 'tool.returned')).toMatchObject({
    app: { server: 'sky', tool: 'look', uri: URI, data: { color: 'blue', at: 'Oslo' } },
  });
  expect(offered[0]).toEqual(expect.arrayContaining(['sky_look', 'sky_think']));
  expect(offered.flat()).not.toContain('sky_zoom');
});

it('gives an app of an agent a frame, and other resources none', async () => {
  const { body } = await post('app', { uri: URI });
  const { path } = body as { readonly path: string };
  const view = await serving.fetch(new Request(`${serving.url}${path}/view`));
  expect(await view.text()).toBe(MAP);
  expect(view.headers.get('content-security-policy')).toMatch(/^sandbox allow-scripts;/);
  for (const uri of ['note:x', 'ui://sky/note', 'ui://sky/none']) {
    expect((await post('app', { uri })).status).not.toBe(200);
  }
});

it('decides by the rules of the agent about calls of its app', async () => {
  const call = async (tool: string, isConfirmed = false): Promise<unknown> => {
    const { body } = await post('call', { tool, arguments: {}, isConfirmed, isByApp: true });
    return body;
  };
  made.length = 0;
  expect(await call('zoom')).toMatchObject({
    kind: 'done',
    result: { structured: { color: 'blue' } },
  });
  expect(await call('turn')).toMatchObject({ kind: 'asks' });
  expect(await call('erase', true)).toMatchObject({ kind: 'denied' });
  expect(await call('think', true)).toEqual({
    kind: 'denied',
    why: 'the MCP server does not let apps call think',
  });
  expect(made).toEqual(['zoom']);
  expect(await call('turn', true)).toMatchObject({ kind: 'done' });
  expect(made).toEqual(['zoom', 'turn']);
});

it('lets an app read resources that the rules of the agent allow, and documents of apps', async () => {
  const readAt = async (uri: string, isByApp: boolean): Promise<unknown> => {
    const query = new URLSearchParams({ uri, isByApp: String(isByApp) });
    const url = `${serving.url}/ui/api/environments/desk/sky/resource?${query.toString()}`;
    return (await serving.fetch(new Request(url, { headers: HEADERS }))).json();
  };
  expect(await readAt('note:log', false)).toMatchObject([{ text: 'blue since Monday' }]);
  expect(await readAt(URI, true)).toMatchObject([{ text: MAP }]);
  expect(await readAt('note:log', true)).toMatchObject({
    error: { code: 'denied', message: expect.stringContaining('an app may not read note:log: ') },
  });
});
