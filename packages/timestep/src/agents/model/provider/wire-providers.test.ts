import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { JsonObject, Message, ReplySettings } from '#core';
import type { AgentContext } from '#engine/port';
import { runEpisode } from '#engine/runner';
import {
  findChatRefusal,
  startStrictProvider,
  type ChatDialectName,
  type StrictReply,
  type StrictRequest,
} from '#testing';
import { createAgentContext } from '../agent-context.fixture.ts';
import { createAgent, type CreateAgentOptions } from './create-agent.ts';
import { PROVIDERS, type Provider } from './providers.ts';
import {
  createChatChunk,
  question,
  sendEvents,
  sendJson,
  startWireServer,
  weatherTools,
} from './wire.fixture.ts';

const KEY = 'sk-test-key-1';

/** Servers whose own rules hold in the strict provider. */
const DIALECTS: readonly ChatDialectName[] = [
  'mistral',
  'groq',
  'xai',
  'deepseek',
  'together',
  'fireworks',
  'cerebras',
  'moonshot',
  'zai',
  'openrouter',
  'ollama',
  'lmstudio',
  'vllm',
  'llamacpp',
];

function replyOnce({ results }: StrictRequest): StrictReply {
  if (results.length > 0) return { text: 'It is sunny in Oakland.' };
  return { toolCalls: [{ name: 'get_weather', arguments: { location: 'Oakland' } }] };
}

/** Headers with the key, by the kind of a provider. `authorization` also contains `Bearer`. */
const KEY_HEADERS: Readonly<Record<Provider['kind'], string>> = {
  openai: 'authorization',
  azure: 'api-key',
  anthropic: 'x-api-key',
  google: 'x-goog-api-key',
  vertex: 'x-goog-api-key',
  'vertex-anthropic': 'authorization',
  bedrock: 'authorization',
  openrouter: 'authorization',
  'openai-compatible': 'authorization',
};

const MODULES = join(import.meta.dirname, '../../../../../../node_modules');

/** Base paths under which the fake server answers. */
const BASES: Readonly<Partial<Record<Provider['kind'], string>>> = {
  google: '/v1beta',
  vertex: '/v1beta',
  bedrock: '',
};

/** Models whose replies the fake server sends in the form of the provider. */
const MODELS: Readonly<Partial<Record<Provider['kind'], string>>> = {
  bedrock: 'amazon.nova-lite-v1:0',
};

function isInstalled({ packageName }: Provider): boolean {
  return packageName === undefined || existsSync(join(MODULES, packageName));
}

/** Claude on Vertex takes only credentials of Google. */
const WITH_KEYS = PROVIDERS.filter(({ kind }) => kind !== 'vertex-anthropic');

async function completeTurn({ name, kind }: Provider) {
  const dialect = DIALECTS.find((known) => known === name) ?? 'compatible';
  const server = await startStrictProvider({ dialect, reply: replyOnce });
  onTestFinished(() => server.close());
  const agent = createAgent({
    model: `${name}/${MODELS[kind] ?? 'some-model'}`,
    apiKey: KEY,
    baseUrl: `${server.url}${BASES[kind] ?? '/v1'}`,
    env: { AWS_REGION: 'eu-west-1' },
    retries: 0,
  });
  const episode = await runEpisode(question, agent, { tools: weatherTools });
  return { ...episode, requests: server.requests };
}

it.each(WITH_KEYS.filter(isInstalled))(
  '$title completes a streamed turn with a tool call',
  async (provider) => {
    const { messages, info, requests } = await completeTurn(provider);
    expect(info).toMatchObject({ terminated_reason: 'final_answer', error: null, tool_calls: 1 });
    expect(messages.at(-1)).toMatchObject({ content: 'It is sunny in Oakland.' });
    expect(requests).toHaveLength(2);
    const header = KEY_HEADERS[provider.kind];
    const value = header === 'authorization' ? `Bearer ${KEY}` : KEY;
    const chats = requests.filter(({ path }) => path.endsWith('/chat/completions'));
    expect(chats.map(({ body }) => findChatRefusal(body, 'compatible'))).toEqual(
      chats.map(() => undefined),
    );
    for (const { headers } of requests) {
      const sent = Object.entries(headers).filter(([, each]) => each.includes(KEY));
      expect(sent).toEqual([[header, value]]);
    }
  },
);

// A package is missing where the dependencies are older than the lock file: `npm ci` installs it.
it.each(WITH_KEYS.filter((provider) => !isInstalled(provider)))(
  '$title names its package $packageName, which is not installed here',
  async (provider) => {
    const { info } = await completeTurn(provider);
    expect(info.error).toContain(
      `${provider.name} requires a package: npm install ${provider.packageName}`,
    );
  },
);

describe('the key', () => {
  it.each(WITH_KEYS.filter(isInstalled))(
    'of $title is in no error, even where the server sends it back',
    async ({ name, kind }) => {
      const server = await startWireServer(({ headers }, response) => {
        const told = JSON.stringify(headers);
        sendJson(
          response,
          { error: { message: told, code: told, type: told }, message: told },
          401,
        );
      });
      onTestFinished(() => server.close());
      const agent = createAgent({
        model: `${name}/${MODELS[kind] ?? 'some-model'}`,
        apiKey: KEY,
        baseUrl: `${server.url}/v1`,
        env: { AWS_REGION: 'eu-west-1' },
        retries: 0,
      });
      const failure: unknown = await Promise.resolve(agent(question, createAgentContext())).catch(
        (thrown: unknown) => thrown,
      );
      expect(failure).toMatchObject({ code: 'unauthorized', retryable: false });
      expect(server.requests[0]?.text).toBeDefined();
      expect(`${inspect(failure, { depth: 9 })}${JSON.stringify(failure)}`).not.toContain(KEY);
    },
  );

  it.each(PROVIDERS.filter(({ keyNeeded }) => keyNeeded))(
    'of $title is read from each of its variables, and missing without one',
    ({ name, keyVariables }) => {
      const model = `${name}/m`;
      const place = { AZURE_RESOURCE_NAME: 'mine' };
      for (const variable of keyVariables)
        expect(() => createAgent({ model, env: { ...place, [variable]: KEY } })).not.toThrow();
      expect(() => createAgent({ model, env: place })).toThrow(
        expect.objectContaining({
          code: 'missing-key',
          message: expect.stringContaining(`set ${keyVariables[0]}`),
        }),
      );
    },
  );
});

describe('the request', () => {
  const earlier: readonly Message[] = [
    { role: 'user', content: 'Weather?' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'call_1', content: 'sunny' },
    { role: 'user', content: 'Again?' },
  ];
  const tools: AgentContext['tools'] = [
    { type: 'function', function: { name: 'look', parameters: { type: 'object' }, strict: true } },
  ];

  async function request(
    model: string,
    settings: ReplySettings = {},
    options: CreateAgentOptions = {},
  ): Promise<JsonObject> {
    const server = await startWireServer((_, response) => {
      const chunks = [createChatChunk({ content: 'Sunny.' }), createChatChunk({}, 'stop')];
      sendEvents(response, chunks, 'done');
    });
    onTestFinished(() => server.close());
    const place = { apiKey: KEY, baseUrl: `${server.url}/v1`, env: {}, retries: 0 };
    const agent = createAgent({ model, maxTokens: 9, ...place, ...options });
    await agent(earlier, createAgentContext({ tools, settings }));
    return server.requests[0]?.body ?? {};
  }

  it('to Mistral has ids of nine characters, and a reply after each result', async () => {
    const body = await request('mistral/m', { tool_choice: 'required' });
    expect(body).toMatchObject({ tool_choice: 'required', max_tokens: 9, temperature: 0 });
    expect(body).not.toHaveProperty('stream_options');
    expect(JSON.stringify(body['messages'])).toMatch(/"tool_call_id":"\w{9}","content":"sunny"/);
    expect(body['messages']).toMatchObject([{}, {}, {}, { role: 'assistant' }, { role: 'user' }]);
  });

  it('to other providers asks for the usage of the stream', async () => {
    for (const name of ['groq', 'xai', 'deepseek', 'together', 'fireworks', 'vllm'])
      expect(await request(`${name}/m`)).toMatchObject({ stream_options: { include_usage: true } });
  });

  it('has the name of the token limit that the provider knows', async () => {
    const renamed = { max_completion_tokens: 9 };
    expect(await request('cerebras/m')).toMatchObject(renamed);
    expect(await request('moonshot/kimi-k3')).toMatchObject(renamed);
    expect(await request('github/openai/gpt-5')).toMatchObject(renamed);
    for (const name of ['together', 'deepseek', 'groq', 'zai', 'llamacpp'])
      expect(await request(`${name}/m`)).toMatchObject({ max_tokens: 9 });
  });

  it('leaves out what the model refuses, but not in silence where the caller asked for it', async () => {
    expect(await request('moonshot/kimi-k3')).not.toHaveProperty('temperature');
    await expect(request('moonshot/kimi-k3', { temperature: 0.5 })).rejects.toMatchObject({
      code: 'unsupported-setting',
      message: expect.stringContaining('does not support temperature'),
    });
    await expect(request('xai/grok-4', { presence_penalty: 1 })).rejects.toMatchObject({
      code: 'unsupported-setting',
    });
    const format = { type: 'json_schema', name: 'r', schema: { type: 'object' } } as const;
    for (const model of ['deepseek/m', 'groq/m', 'cerebras/m'])
      await expect(request(model, { text: { format } })).rejects.toMatchObject({
        code: 'unsupported-setting',
        message: expect.stringContaining('text.format'),
      });
    expect(await request('together/m')).toMatchObject({
      tools: [{ function: { name: 'look', parameters: {} } }],
    });
    expect(JSON.stringify(await request('together/m'))).not.toContain('strict');
    expect(JSON.stringify(await request('fireworks/m'))).toContain('"strict":true');
  });

  it('asks for one call at a time in the words of the provider', async () => {
    const chat = PROVIDERS.filter(({ kind }) => kind === 'openai-compatible');
    for (const { name } of chat) {
      const body = await request(`${name}/m`, { parallel_tool_calls: false });
      expect(body).toMatchObject({ parallel_tool_calls: false });
      expect(body).not.toHaveProperty('parallelToolCalls');
    }
  });

  it('to LM Studio names a tool by offering no other', async () => {
    const body = await request('lmstudio/m', { tool_choice: { type: 'function', name: 'look' } });
    expect(body).toMatchObject({ tool_choice: 'required', tools: [{}] });
  });
});

it('lets Azure store nothing, and uses chat completions where asked to', async () => {
  const server = await startStrictProvider({ reply: replyOnce });
  onTestFinished(() => server.close());
  const place = { apiKey: KEY, baseUrl: `${server.url}/v1`, env: {} };
  for (const api of ['responses', 'chat'] as const) {
    const agent = createAgent({ model: 'azure/my-gpt', api, ...place });
    await agent(question, createAgentContext());
  }
  expect(server.requests.map(({ path }) => path)).toEqual([
    '/v1/responses',
    '/v1/chat/completions',
  ]);
  expect(server.requests.map(({ body }) => body['store'])).toEqual([false, false]);
});
