import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { getText } from '#core';
import { createClient } from '#agents/calling';
import { functionEnvironment } from '#engine/tools';
import { agentBuiltinEcho, scriptedAgent } from '#agents/model';
import { createTestAgent, createCallMessage } from './agents.fixture.ts';
import { Agent } from './agent/agent.ts';
import { Environment } from './environment.ts';
import { ResponsesAPI } from './responses-api.ts';
import { serve } from './lazy-serve.ts';
import type { Serving } from './serve.ts';
import type { ServeOptions } from './serve-options.ts';

const running: { close(graceMs?: number): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close(0)));
});

async function serving(options: ServeOptions): Promise<Serving> {
  const server = await serve({ port: 0, database: ':memory:', ...options });
  running.push(server);
  return server;
}

async function ask(url: string, headers: Record<string, string> = {}): Promise<string> {
  const client = createClient({ headers: { [new URL(url).origin]: headers } });
  running.push(client);
  return (await client.ask(url, 'hello')).text;
}

async function status(url: string, init?: RequestInit): Promise<number> {
  const response = await fetch(url, init);
  await response.body?.cancel();
  return response.status;
}

/** The status of a request with a `Host` of its own, which `fetch` does not let one send. */
function statusOf(port: number, path: string, host: string, at = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    get({ host: at, port, path, headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    }).on('error', reject);
  });
}

describe('serve', () => {
  it.each([
    [{ prt: 10_000 }, /serve has no option "prt": did you mean "port"\?/],
    [{ hostname: '127.0.0.1' }, /did you mean "host"\?/],
  ])('names an option that it does not know: %o', async (options, message) => {
    const agents = [createTestAgent('one', agentBuiltinEcho)];
    await expect(serve({ agents, ...options })).rejects.toThrow(message);
  });

  it('serves a single agent at the root and under its name, with its tools beside it', async () => {
    const { url } = await serving({ agents: [createTestAgent('one', agentBuiltinEcho)] });
    expect(await ask(url)).toBe('Echo: hello');
    expect(await ask(`${url}/agents/one`)).toBe('Echo: hello');
    expect(await status(`${url}/health`)).toBe(200);
    expect(await status(`${url}/nothing`)).toBe(404);
  });

  it('serves several agents, each under its own name only', async () => {
    const agents = [
      createTestAgent('one', agentBuiltinEcho),
      createTestAgent('two', scriptedAgent(['I am two'])),
    ];
    const { url } = await serving({ agents });
    expect(await ask(`${url}/agents/two`)).toBe('I am two');
    await expect(ask(url)).rejects.toMatchObject({ code: 'not-an-agent' });
    const models = await (await fetch(`${url}/v1/models`)).json();
    expect(models).toMatchObject({ data: [{ id: 'one' }, { id: 'two' }] });
  });

  it('keeps callers apart by their keys', async () => {
    const apiKeys = [
      { key: 'key-a', principal: 'ada' },
      { key: 'key-g', principal: 'grace' },
    ];
    const { url, runner } = await serving({
      agents: [createTestAgent('one', agentBuiltinEcho)],
      apiKeys,
    });
    await expect(ask(url)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await ask(url, { authorization: 'Bearer key-a' })).toBe('Echo: hello');
    expect((await runner.list({ principal: 'ada', pageSize: 5 })).total).toBe(1);
    expect((await runner.list({ principal: 'grace', pageSize: 5 })).total).toBe(0);
    expect(await status(`${url}/mcp`, { method: 'POST' })).toBe(401);
    const card = await (await fetch(`${url}/.well-known/agent-card.json`)).json();
    expect(card).toHaveProperty('securitySchemes');
  });

  it('refuses forged hosts and foreign origins at every protocol', async () => {
    const { url } = await serving({ agents: [createTestAgent('one', agentBuiltinEcho)] });
    for (const path of ['/', '/mcp', '/v1/responses', '/.well-known/agent-card.json']) {
      expect(await status(url + path, { headers: { origin: 'https://evil.example' } })).toBe(403);
    }
  });

  it('runs the tools of a client-site agent for callers of Responses', async () => {
    const environment = new Environment({ environmentId: 'e' });
    environment.tool('shout', {}, () => 'HEY');
    const model = scriptedAgent((messages) => {
      const last = messages.at(-1);
      return last?.role === 'tool' ? last.content : createCallMessage('shout', { text: 'hey' });
    });
    const agent = new Agent({ agentId: 'a', name: 'a', model, environment });
    const { url } = await new ResponsesAPI({ agents: [agent] }).start({
      port: 0,
      database: ':memory:',
    });
    const response = await fetch(`${url}/v1/responses`, {
      method: 'POST',
      body: JSON.stringify({ input: 'go' }),
    });
    expect(await response.json()).toMatchObject({
      status: 'completed',
      output: [
        { type: 'mcp_call', name: 'shout', output: 'HEY', server_label: 'e' },
        { type: 'message', content: [{ text: 'HEY' }] },
      ],
    });
    expect(await status(`${url}/.well-known/agent-card.json`)).toBe(404);
  });

  it('fails a task whose context has no environment, naming those that have', async () => {
    const contexts = {
      a: new Environment({ environmentId: 'a' }),
      b: new Environment({ environmentId: 'b' }),
    };
    const agent = new Agent({
      agentId: 'x',
      name: 'x',
      model: agentBuiltinEcho,
      environments: contexts,
    });
    const { url } = await serving({ agents: [agent] });
    const client = createClient();
    running.push(client);
    expect((await client.ask(url, 'hello', { contextId: 'b' })).text).toBe('Echo: hello');
    await expect(client.ask(url, 'hello', { contextId: 'c' })).rejects.toThrow(
      /exist for the contexts a, b/,
    );
  });

  it('takes environments in the spelling of earlier releases', async () => {
    const base = { agentId: 'x', name: 'x', model: agentBuiltinEcho };
    const environments = { any: functionEnvironment({}) };
    const former = { ...base, contextIdToEnvironmentUri: environments };
    expect(await new Agent(former).loop.environment('x')).toBe(environments.any);
    const both = { ...former, environments: { any: functionEnvironment({}) } };
    expect(await new Agent(both).loop.environment('x')).toBe(both.environments.any);
  });

  it('takes environments at other addresses, and fails readably when nobody is there', async () => {
    const environment = new Environment({
      environmentId: 'far',
      systemPrompt: 'You are far away.',
    });
    const far = await environment.start({ port: 0 });
    running.push(far);
    const model = scriptedAgent((messages) =>
      getText(messages[0] ?? { role: 'system', content: 'none' }),
    );
    const at = (uri: string) =>
      new Agent({ agentId: 'x', name: 'x', model, environments: { any: uri } });
    const here = await serving({ agents: [at(`${far.url}/mcp`)] });
    expect(await ask(here.url)).toBe('You are far away.');
    const nowhere = await serving({ agents: [at('http://127.0.0.1:1/mcp')] });
    await expect(ask(nowhere.url)).rejects.toThrow(/cannot use http:\/\/127\.0\.0\.1:1\/mcp/);
  });

  it.each<[string, Partial<ServeOptions>, string]>([
    [
      'the host of its public address',
      { publicUrl: 'https://Agents.example:8443/base' },
      'agents.example:8443',
    ],
    ['a host that is allowed', { allowedHosts: ['agents.example'] }, 'agents.example'],
    [
      'the address it listens on',
      { host: '127.0.0.2', apiKeys: [{ key: 'k', principal: 'ada' }] },
      '127.0.0.2',
    ],
  ])('answers to %s, at every door', async (_name, options, host) => {
    const agents = [
      new Agent({
        agentId: 'one',
        name: 'one',
        model: agentBuiltinEcho,
        environment: new Environment({ environmentId: 'e' }),
      }),
    ];
    const { port } = await serving({ agents, ...options });
    const at = (path: string, name: string) => statusOf(port, path, name, options.host);
    for (const path of ['/health', '/v1/models', '/mcp', '/.well-known/agent-card.json']) {
      expect([path, await at(path, host)]).not.toEqual([path, 403]);
      expect([path, await at(path, 'evil.example')]).toEqual([path, 403]);
    }
  });

  it('takes callers as its own check knows them', async () => {
    const authenticate = async (request: Request) => request.headers.get('x-user') ?? undefined;
    const { url, runner } = await serving({
      agents: [createTestAgent('one', agentBuiltinEcho)],
      authenticate,
    });
    await expect(ask(url)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await status(`${url}/v1/models`)).toBe(401);
    expect(await ask(url, { 'x-user': 'ada' })).toBe('Echo: hello');
    expect((await runner.list({ principal: 'ada', pageSize: 5 })).total).toBe(1);
  });

  it.each<[string, Partial<ServeOptions>, string]>([
    ['an empty API key', { apiKeys: [{ key: '', principal: 'ada' }] }, 'empty-api-key'],
    [
      'an empty API key among others',
      {
        apiKeys: [
          { key: 'key', principal: 'ada' },
          { key: ' ', principal: 'bob' },
        ],
      },
      'empty-api-key',
    ],
    ['a public address that is none', { publicUrl: 'agents.example' }, 'bad-public-url'],
    [
      'two ways to know callers',
      { apiKeys: [{ key: 'k', principal: 'a' }], authenticate: () => 'a' },
      'two-checks',
    ],
  ])('refuses %s', async (_name, options, code) => {
    const agents = [createTestAgent('one', agentBuiltinEcho)];
    await expect(serving({ agents, ...options })).rejects.toMatchObject({ code });
  });

  it('leaves nothing open where the responses cannot be kept', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
    running.push({ close: async () => rmSync(folder, { recursive: true }) });
    const database = join(folder, 'tasks.db');
    mkdirSync(`${database}.responses`);
    const closed: string[] = [];
    const agents = [
      Object.assign(createTestAgent('one', agentBuiltinEcho), {
        close: async () => void closed.push('agent'),
      }),
    ];
    await expect(serve({ agents, port: 0, database })).rejects.toThrow(/responses/);
    // A runner that were still open would hold the lock of its process.
    expect(readdirSync(folder).filter((name) => name.endsWith('-wal'))).toEqual([]);
    expect(closed).toEqual(['agent']);
  });

  it.each([
    ['no agents', [], 'no-agents'],
    [
      'two of the same id',
      [createTestAgent('one', agentBuiltinEcho), createTestAgent('one', agentBuiltinEcho)],
      'same-id',
    ],
  ])('refuses %s', async (_name, agents, code) => {
    await expect(serve({ agents, port: 0, database: ':memory:' })).rejects.toMatchObject({ code });
  });

  it('refuses other addresses than loopback without keys', async () => {
    const agents = [createTestAgent('one', agentBuiltinEcho)];
    await expect(
      serve({ agents, port: 0, host: '0.0.0.0', database: ':memory:' }),
    ).rejects.toMatchObject({
      code: 'auth-required',
    });
  });

  it('lets a running task end before it closes', async () => {
    let finish = (_answer: string): void => undefined;
    const answer = new Promise<string>((resolve) => (finish = resolve));
    let begun = (): void => undefined;
    const working = new Promise<void>((resolve) => (begun = resolve));
    const model = scriptedAgent(() => {
      begun();
      return answer;
    });
    const server = await serve({
      agents: [createTestAgent('one', model)],
      port: 0,
      database: ':memory:',
    });
    const asked = ask(server.url);
    await working;
    const closed = server.close();
    finish('just in time');
    expect(await asked).toBe('just in time');
    await closed;
  });
});
