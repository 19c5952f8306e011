import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { TimestepError } from '#core';
import type { EnvironmentDefinition } from './definition.ts';
import { createEnvironmentHandler } from './handler.ts';
import {
  askModern,
  beginSession,
  initialize,
  post,
  saidBy,
  URL_WITHIN,
} from './requests.fixture.ts';

const definition: EnvironmentDefinition = {
  name: 'test',
  version: '1.0.0',
  instructions: 'Be kind.',
  tools: [
    {
      name: 'greet',
      title: 'Greet',
      description: 'Says hello',
      input: z.object({ name: z.string() }),
      annotations: { readOnlyHint: true },
      execute: ({ name }: { readonly name: string }) => `Hello, ${name}!`,
    },
    {
      name: 'fail',
      execute() {
        throw new Error('out of order');
      },
    },
  ],
  prompts: [
    { name: 'plain', run: () => 'text' },
    {
      name: 'spoken',
      input: z.object({ word: z.string() }),
      run: ({ word }: { readonly word: string }) => [
        { role: 'assistant', content: { type: 'text', text: word } },
      ],
    },
  ],
  resources: [
    { name: 'text', uri: 'notes://one', mimeType: 'text/plain', read: () => 'one' },
    { name: 'bytes', uri: 'notes://bytes', read: () => new Uint8Array([1, 2]) },
    { name: 'any', uri: 'notes://any/{id}', read: (_uri, { id }) => `note ${String(id)}` },
  ],
  configure(server) {
    server.registerTool('extra', {}, () => ({ content: [{ type: 'text', text: 'extra' }] }));
  },
};

/** Asks the same in both eras, because what is served must not depend on how it is asked for. */
const ERAS = [
  { era: '2026-07-28', ask: askModern },
  {
    era: '2025-11-25',
    async ask(...[handler, { method, params = {} }]: Parameters<typeof askModern>) {
      const session = await beginSession(handler);
      return post(handler, { jsonrpc: '2.0', id: 1, method, params }, session);
    },
  },
];

describe.each(ERAS)('an environment served in $era', ({ ask }) => {
  const handler = createEnvironmentHandler(definition);

  it('lists its tools, with their schemas', async () => {
    const { result } = await ask(handler, { method: 'tools/list' });
    expect(result?.['tools']).toMatchObject([
      {
        name: 'greet',
        title: 'Greet',
        description: 'Says hello',
        annotations: { readOnlyHint: true },
        inputSchema: { type: 'object', properties: { name: { type: 'string' } } },
      },
      { name: 'fail', inputSchema: { type: 'object', additionalProperties: true } },
      { name: 'extra' },
    ]);
  });

  it.each([
    { name: 'greet', args: { name: 'Ann' }, text: 'Hello, Ann!' },
    { name: 'extra', args: {}, text: 'extra' },
  ])('calls $name', async ({ name, args, text }) => {
    const params = { name, arguments: args };
    const { result } = await ask(handler, { method: 'tools/call', params });
    expect(result).toMatchObject({ content: [{ type: 'text', text }] });
    expect(result).not.toHaveProperty('isError');
  });

  it.each([
    { name: 'fail', args: {}, text: 'out of order' },
    { name: 'greet', args: { name: 7 }, text: /greet: name: / },
    { name: 'greet', args: undefined, text: /greet: name: / },
  ])('tells the model that $name went wrong', async ({ name, args, text }) => {
    const params = { name, ...(args && { arguments: args }) };
    const { result } = await ask(handler, { method: 'tools/call', params });
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(text) }],
    });
    expect(JSON.stringify(result)).not.toMatch(/\\n\s+at /);
  });

  it.each([
    { params: { name: 'plain' }, role: 'user', text: 'text' },
    { params: { name: 'spoken', arguments: { word: 'hi' } }, role: 'assistant', text: 'hi' },
    {
      params: { name: 'system_prompt', arguments: { agent_name: 'Ann' } },
      role: 'user',
      text: 'You are Ann.',
    },
    { params: { name: 'system_prompt' }, role: 'user', text: 'You are an agent.' },
  ])('gives the prompt $params', async ({ params, role, text }) => {
    const { result } = await ask(handler, { method: 'prompts/get', params });
    expect(result?.['messages']).toEqual([{ role, content: { type: 'text', text } }]);
  });

  it.each([
    { uri: 'notes://one', contents: { text: 'one', mimeType: 'text/plain' } },
    { uri: 'notes://bytes', contents: { blob: 'AQI=' } },
    { uri: 'notes://any/7', contents: { text: 'note 7' } },
  ])('reads $uri', async ({ uri, contents }) => {
    // The revision of 2026 wants the address in a header as well.
    const asked = { method: 'resources/read', params: { uri }, headers: { 'mcp-name': uri } };
    const { result } = await ask(handler, asked);
    expect(result?.['contents']).toMatchObject([{ uri, ...contents }]);
  });
});

describe('createEnvironmentHandler', () => {
  it('tells who it is and how to use it', async () => {
    const handler = createEnvironmentHandler(definition);
    const { result } = await askModern(handler, { method: 'server/discover' });
    expect(result).toMatchObject({ instructions: 'Be kind.' });
    expect(JSON.stringify(result)).toContain('"name":"test"');
  });

  it('serves what it is updated to', async () => {
    const handler = createEnvironmentHandler(definition);
    const tools = [{ name: 'new', execute: () => 'new' }];
    handler.update({ ...definition, tools });
    const params = { name: 'new', arguments: {} };
    const { result } = await askModern(handler, { method: 'tools/call', params });
    expect(result).toMatchObject({ content: [{ text: 'new' }] });
  });

  it('tells the clients of both eras that a list has changed', async () => {
    const handler = createEnvironmentHandler(definition);
    const session = await beginSession(handler);
    const headers = { ...session, accept: 'text/event-stream' };
    const streams = await Promise.all([
      handler(new Request(URL_WITHIN, { headers })),
      handler(subscription()),
    ]);
    handler.update({ ...definition, tools: [] });
    handler.notifyListChanged('prompts');
    handler.notifyListChanged('resources');
    await handler.close();
    for (const said of await Promise.all(streams.map((response) => response.text()))) {
      for (const list of ['tools', 'prompts', 'resources']) {
        expect(said).toContain(`notifications/${list}/list_changed`);
      }
    }
  });

  it('does not trip over sessions that were begun before there was anything to tell of', async () => {
    const { resources = [], ...without } = definition;
    const handler = createEnvironmentHandler(without);
    const session = await beginSession(handler);
    handler.update({ ...without, resources });
    const said = await post(handler, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, session);
    expect(said.status).toBe(200);
    const { result } = await askModern(handler, { method: 'resources/list' });
    expect(result?.['resources']).toHaveLength(2);
  });

  it('serves only callers that it knows, and keeps their sessions apart', async () => {
    const handler = createEnvironmentHandler(definition, {
      authenticate: (request) => request.headers.get('x-caller') ?? undefined,
    });
    const stranger = await askModern(handler, { method: 'tools/list' });
    expect(stranger.status).toBe(401);
    expect(stranger.headers.get('www-authenticate')).toBe('Bearer');
    const known = await askModern(handler, { method: 'tools/list', headers: { 'x-caller': 'a' } });
    expect(known.status).toBe(200);
    const session = await beginSession(handler, {}, { 'x-caller': 'a' });
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    expect((await post(handler, list, session)).status).toBe(200);
    expect((await post(handler, list, { ...session, 'x-caller': 'b' })).status).toBe(404);
  });

  it('tells tools who is calling', async () => {
    const tools: EnvironmentDefinition['tools'] = [
      { name: 'who', execute: (_args, { mcp }) => mcp?.request.http?.authInfo?.clientId },
    ];
    const handler = createEnvironmentHandler(
      { ...definition, tools },
      { authenticate: () => 'ann' },
    );
    const params = { name: 'who', arguments: {} };
    const { result } = await askModern(handler, { method: 'tools/call', params });
    expect(result).toMatchObject({ content: [{ text: 'ann' }] });
  });

  it.each<{
    readonly why: string;
    readonly change: Partial<EnvironmentDefinition>;
    readonly says: RegExp;
  }>([
    {
      why: 'two tools of one name',
      change: {
        tools: [
          { name: 'a', execute: () => 1 },
          { name: 'a', execute: () => 2 },
        ],
      },
      says: /two tools named a/,
    },
    {
      why: 'a tool with a name that models cannot spell',
      change: { tools: [{ name: 'get weather', execute: () => 1 }] },
      says: /"get weather" is not a valid tool name: use 1 to 128 letters, digits/,
    },
    {
      why: 'a prompt in place of the built-in one',
      change: { prompts: [{ name: 'system_prompt', run: () => '' }] },
      says: /two prompts named system_prompt/,
    },
    {
      why: 'a tool whose arguments are no object',
      change: { tools: [{ name: 'a', input: z.string(), execute: () => 1 }] },
      says: /input schema of tool a must describe an object/,
    },
    {
      why: 'a hook that registers what is there already',
      change: {
        configure: (server) => void server.registerTool('greet', {}, () => ({ content: [] })),
      },
      says: /greet is already registered/,
    },
  ])('refuses $why at once', ({ change, says }) => {
    expect(() => createEnvironmentHandler({ ...definition, ...change })).toThrow(says);
  });

  it('keeps what failed within it from its callers, and tells its owner', async () => {
    let builds = 0;
    const told: string[] = [];
    const handler = createEnvironmentHandler(
      {
        ...definition,
        configure() {
          builds += 1;
          if (builds > 1) throw new Error('secret');
        },
      },
      { onError: ({ message }) => told.push(message) },
    );
    const answers = [
      await askModern(handler, { method: 'tools/list' }),
      await post(handler, initialize()),
    ];
    for (const { status, error, text } of answers) {
      expect(status).toBe(500);
      expect(error).toMatchObject({ code: -32603 });
      expect(text).not.toContain('secret');
    }
    expect(told).toEqual(['secret', 'secret']);
  });

  it('names what is wrong with a definition by a code', () => {
    const tools = [{ name: 'a', input: z.string(), execute: () => 1 }];
    let thrown: unknown;
    try {
      createEnvironmentHandler({ ...definition, tools });
    } catch (error) {
      thrown = error;
    }
    expect(TimestepError.isInstance(thrown)).toBe(true);
    expect(thrown).toMatchObject({ code: 'bad-definition' });
  });

  it('answers no more after it was closed, and keeps no session', async () => {
    const handler = createEnvironmentHandler(definition);
    const session = await beginSession(handler);
    await handler.close();
    expect(handler.openSessions()).toBe(0);
    const deleting = new Request(URL_WITHIN, { method: 'DELETE', headers: session });
    expect((await saidBy(await handler(deleting))).status).toBe(404);
    const listening = new Request(URL_WITHIN, { headers: session });
    expect((await saidBy(await handler(listening))).status).toBe(503);
    expect(await askModern(handler, { method: 'tools/list' })).toMatchObject({
      status: 503,
      error: { message: 'the environment is shutting down' },
    });
  });
});

function subscription(): Request {
  return new Request(URL_WITHIN, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'subscriptions/listen',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 'listen:1',
      method: 'subscriptions/listen',
      params: {
        notifications: {
          toolsListChanged: true,
          promptsListChanged: true,
          resourcesListChanged: true,
        },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
  });
}
