import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadAgent, type AgentDefinition } from '#agents/agent';
import { memoryStorage } from '#agents/folder';
import { scriptedAgent } from '#agents/model';
import { openMemory } from '#engine/runner';
import { Agent, serve, type Serving } from '#serving/server';
import type { AgentModelsList } from '#people/view';
import { createPageProtocol } from '../page-protocol.ts';

const KEY = 'sk-right-and-secret';
const asked: (string | undefined)[] = [];
const provider = createServer(({ headers }, response) => {
  asked.push(headers.authorization);
  const isRight = headers.authorization === `Bearer ${KEY}`;
  response.writeHead(isRight ? 200 : 401, { 'content-type': 'application/json' });
  const models = { data: [{ id: 'small' }, { id: 'large' }] };
  response.end(JSON.stringify(isRight ? models : { error: { message: `bad key ${KEY}` } }));
});
let serving: Serving;
const definitions: AgentDefinition[] = [];

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function agentWith(name: string, key: string, at?: string): Promise<Agent> {
  const manifest = { metadata: { name }, settings: { model: 'openai/small' } };
  const storage = memoryStorage({ 'tsagent.json': JSON.stringify(manifest) });
  const { port } = provider.address() as AddressInfo;
  const env = { OPENAI_API_KEY: key, OPENAI_BASE_URL: at ?? `http://127.0.0.1:${port}/v1` };
  const definition = await loadAgent(storage, { env });
  definitions.push(definition);
  return new Agent(definition);
}

beforeEach(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const model = scriptedAgent(() => 'Well.');
  serving = await serve({
    agents: [
      await agentWith('right', KEY),
      await agentWith('wrong', 'sk-wrong-and-secret'),
      await agentWith('away', KEY, `http://127.0.0.1:${await freePort()}/v1`),
      new Agent({ agentId: 'code', name: 'Code', model }),
    ],
    port: 0,
    backend: (needs) => openMemory(needs),
    protocols: [
      createPageProtocol({ access: { kind: 'token', token: 't' }, files: async () => new Map() }),
    ],
  });
});

afterEach(async () => {
  await serving.close(0);
  await Promise.all(definitions.splice(0).map((one) => one.close()));
  await new Promise((resolve) => provider.close(resolve));
});

async function ask(path: string, body?: object): Promise<unknown> {
  const response = await serving.fetch(
    new Request(`${serving.url}/ui/api/agents/${path}`, {
      headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }),
  );
  return response.json();
}

it('lists providers with the variables of their keys, and no key', async () => {
  const list = (await ask('right/models')) as AgentModelsList;
  expect(list.own).toBe('openai/small');
  expect(list.providers).toContainEqual({
    name: 'openai',
    isReady: true,
    keyVariable: 'OPENAI_API_KEY',
  });
  expect(list.providers.find(({ name }) => name === 'anthropic')).toMatchObject({ isReady: false });
  expect(list.providers).toContainEqual({
    name: 'bedrock',
    isReady: false,
    machineCredentials: 'AWS',
  });
  expect(JSON.stringify(list)).not.toContain(KEY);
  expect(await ask('code/models')).toEqual({ providers: [] });
});

it('lists the models of the providers, and none of an agent of a program', async () => {
  expect(await ask('right/models/names')).toEqual({ models: ['openai/small', 'openai/large'] });
  expect(await ask('code/models/names')).toEqual({ models: [] });
});

it('checks a key at the provider, and shows no key in what went wrong', async () => {
  expect(await ask('right/models/check', { provider: 'openai' })).toEqual({
    provider: 'openai',
    works: true,
    models: 2,
  });
  const refused = await ask('wrong/models/check', { provider: 'openai' });
  expect(refused).toMatchObject({ provider: 'openai', works: false });
  expect(JSON.stringify(refused)).not.toContain('sk-');
  expect(asked.slice(-2)).toEqual([`Bearer ${KEY}`, 'Bearer sk-wrong-and-secret']);
  expect(await ask('away/models/check', { provider: 'openai' })).toMatchObject({
    works: false,
    why: expect.stringMatching(/http:\/\/127\.0\.0\.1:\d+/),
  });
  expect(await ask('right/models/check', { provider: 'anthropic' })).toMatchObject({
    works: false,
    why: expect.stringContaining('ANTHROPIC_API_KEY'),
  });
  for (const body of [{}, { provider: 'none' }, { provider: 5 }]) {
    expect(await ask('right/models/check', body)).toMatchObject({ error: { code: 'bad-request' } });
  }
  expect(await ask('none/models')).toMatchObject({ error: { code: 'agent-not-found' } });
});

it('lists the model of each agent that has one, also of agents that have not run', async () => {
  expect(await ask('../models')).toEqual({
    agents: ['right', 'wrong', 'away'].map((agentId) => ({ agentId, model: 'openai/small' })),
  });
});
